import { VisuallyHidden } from "@mantine/core";
import type { CountryTotals } from "@tonneline/contract/catalogue";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../../lib/format.ts";
import listStyles from "../list.module.css";
import { countryName } from "../useNames.ts";
import styles from "./map.module.css";
import type { CountryChoice } from "./WorldMap.tsx";
import "../../../locales/en/finding.ts";

type Total = CountryTotals["countries"][number];
const heads = ["name", "projects", "credits", "priceFrom"] as const;
type Head = (typeof heads)[number];

const shortList = 14;

/** Sorts by the header: counts from the highest, names and prices from the lowest; ties and rows without a price by name. */
function sorted(totals: readonly Total[], head: Head, isTurned: boolean): Total[] {
  const sign = (head === "projects" || head === "credits" ? -1 : 1) * (isTurned ? -1 : 1);
  const byName = (a: Total, b: Total) => countryName(a.id).localeCompare(countryName(b.id), "en");
  return totals.toSorted((a, b) => {
    if (head === "name") return sign * byName(a, b);
    const [one, other] = [a[head], b[head]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other) || byName(a, b);
  });
}

/** The map's counterpart for the keyboard, with the same figures. Arrow keys move between rows, and the map follows. */
export function CountryList({ totals, chosen, pointed, onPoint, onChoose }: CountryChoice) {
  const { t } = useTranslation();
  const [head, setHead] = useState<Head>("projects");
  const [isTurned, setTurned] = useState(false);
  const [isLong, setLong] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = sorted(totals, head, isTurned);
  const shown = rows.filter(({ id }, nth) => isLong || nth < shortList || id === chosen);

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(body.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[at + step]?.focus();
  }

  /** The button moves away below the added rows: the focus goes to the first of them. */
  function turnLength(): void {
    flushSync(() => setLong(!isLong));
    if (!isLong) body.current?.querySelectorAll("button")[shown.length]?.focus();
  }

  return (
    <div className={styles.list}>
      <table>
        <VisuallyHidden component="caption">{t("finding.map.caption")}</VisuallyHidden>
        <thead>
          <tr>
            {heads.map((each) => (
              <HeadCell
                key={each}
                head={each}
                order={each === head ? isAscending(head, isTurned) : undefined}
                onSort={() => {
                  setTurned(each === head && !isTurned);
                  setHead(each);
                }}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={move}>
          {shown.map((total) => (
            <CountryRow
              key={total.id}
              total={total}
              isChosen={total.id === chosen}
              isPointed={total.id === pointed}
              onPoint={onPoint}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.listFoot}>
        <span>
          {t("finding.map.shown", {
            shown: whole(shown.length),
            count: totals.length,
            total: whole(totals.length),
          })}
        </span>
        {totals.length > shortList && (
          <button type="button" className={listStyles.link} onClick={turnLength}>
            {t(isLong ? "finding.map.fewer" : "finding.map.all")}
          </button>
        )}
      </div>
    </div>
  );
}

type RowProps = Pick<CountryChoice, "onPoint" | "onChoose"> & {
  total: Total;
  isChosen: boolean;
  isPointed: boolean;
};

function CountryRow({ total, isChosen, isPointed, onPoint, onChoose }: RowProps) {
  const { id, projects, credits, priceFrom } = total;
  return (
    <tr
      className={isChosen ? styles.on : isPointed ? styles.over : undefined}
      onMouseEnter={() => onPoint(id)}
      onMouseLeave={() => onPoint(undefined)}
    >
      <th scope="row">
        <button
          type="button"
          className={listStyles.link}
          aria-pressed={isChosen}
          onFocus={() => onPoint(id)}
          onBlur={() => onPoint(undefined)}
          onClick={() => onChoose(id)}
        >
          {countryName(id)}
        </button>
      </th>
      <td className={styles.num}>{whole(projects)}</td>
      <td className={styles.num}>{whole(credits)}</td>
      <td className={styles.num}>{priceFrom === null ? "–" : euros(priceFrom)}</td>
    </tr>
  );
}

interface HeadProps {
  head: Head;
  /** How the list is sorted by it; undefined if it is not. */
  order: "ascending" | "descending" | undefined;
  onSort: () => void;
}

function HeadCell({ head, order, onSort }: HeadProps) {
  const { t } = useTranslation();
  const Chevron = order === "ascending" ? IconChevronUp : IconChevronDown;
  return (
    <th scope="col" className={head === "name" ? undefined : styles.num} aria-sort={order}>
      <button type="button" onClick={onSort}>
        {t(`finding.map.head.${head}`)}
        {order && <Chevron size={14} aria-hidden />}
      </button>
    </th>
  );
}

function isAscending(head: Head, isTurned: boolean): "ascending" | "descending" {
  const isUp = head === "name" || head === "priceFrom";
  return isUp !== isTurned ? "ascending" : "descending";
}
