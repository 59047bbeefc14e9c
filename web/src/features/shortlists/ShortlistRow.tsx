import { Checkbox } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { creditTypeText } from "@tonneline/contract/delivery";
import type { Shortlist } from "@tonneline/contract/shortlists";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { euros, shortDay, tonnes, whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { Tag } from "../../ui/Tag.tsx";
import { RowMenu } from "../../ui/table/RowMenu.tsx";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./shortlists.module.css";

export type ShortlistItem = Shortlist["vintages"][number];

interface Props {
  item: ShortlistItem;
  isChosen: boolean;
  onTick: (on: boolean) => void;
  onNote: () => void;
}

/** One vintage of a shortlist: its facts, its note, and how price and tonnes have changed since it was added. */
export function ShortlistRow({ item, isChosen, onTick, onNote }: Props) {
  const { t } = useTranslation();
  const { vintage, note, author, addedAt } = item;
  const { project, creditType, year } = vintage;
  const named = { name: project.name, year };
  const isWithdrawn = vintage.status.id === "WITHDRAWN";
  const withoutPrice = isWithdrawn ? "–" : t("catalogue.card.priceOnRequest");
  // Why it cannot be bought, whatever the stock.
  const unavailable = [vintage.status, project.status].find(
    ({ id }) => id !== "ACTIVE" && id !== "AVAILABLE",
  );
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={styles.tick}>
        <Checkbox
          aria-label={t("shortlists.choose", named)}
          checked={isChosen}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
      </td>
      <th scope="row">
        <Link to={paths.project} params={{ id: String(project.id) }}>
          {project.name}
        </Link>
        <span>{[project.projectType.name, project.registry.name].join(" · ")}</span>
        {project.labels.length > 0 && (
          <span>
            {project.labels.map(({ kind }) => t(`catalogue.labelsShort.${kind}`)).join(", ")}
          </span>
        )}
        {note && <q>{note}</q>}
        <span>{t("shortlists.keptBy", { author, day: shortDay(addedAt) })}</span>
      </th>
      <td data-label={t("shortlists.vintage")}>
        <b>{year}</b>{" "}
        <Tag
          label={creditTypeText(creditType.id, vintage.expectedDelivery)}
          dashed={creditType.id === "EX_ANTE"}
        />
      </td>
      <td className={styles.num} data-label={t("shortlists.price")}>
        <b>{vintage.price === null ? withoutPrice : euros(vintage.price)}</b>
        <OwnPrice listPrice={vintage.listPrice} />
        <PriceChange item={item} />
      </td>
      <td className={styles.num} data-label={t("shortlists.forSale")}>
        {unavailable?.name ?? (
          <>
            {vintage.availableCredits === 0
              ? t("shortlists.soldOut")
              : whole(vintage.availableCredits)}
            <StockChange item={item} />
          </>
        )}
      </td>
      <td className={styles.menu}>
        <RowMenu
          name={`${project.name}, ${year}`}
          actions={[
            {
              label: t(note ? "shortlists.changeNote" : "shortlists.addNote"),
              icon: IconPencil,
              onClick: onNote,
            },
          ]}
        />
      </td>
    </tr>
  );
}

function PriceChange({ item: { vintage, priceThen, addedAt } }: { item: ShortlistItem }) {
  const { t } = useTranslation();
  if (vintage.price === null || priceThen === null) return null;
  const cents = Math.round((vintage.price - priceThen) * 100);
  if (cents === 0) return <span>{t("shortlists.unchanged")}</span>;
  const change = `${cents > 0 ? "+" : ""}${euros(cents / 100)}`;
  return <span>{t("shortlists.since", { change, day: shortDay(addedAt) })}</span>;
}

function StockChange({ item: { vintage, availableThen } }: { item: ShortlistItem }) {
  const { t } = useTranslation();
  const isSame = vintage.availableCredits === availableThen;
  return (
    <span>
      {isSame
        ? t("shortlists.unchanged")
        : t("shortlists.tonnesThen", { tonnes: tonnes(availableThen) })}
    </span>
  );
}
