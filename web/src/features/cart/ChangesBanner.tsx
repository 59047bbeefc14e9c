import type { CartChange } from "@tonneline/contract/cart";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { useChangeSentence } from "../approvals/useChangeSentence.ts";
import styles from "./cart.module.css";
import type { CartModel } from "./cart.model.ts";
import { differencesOf, keyOf, type Difference } from "./differences.ts";

interface Props {
  changes: CartChange[];
  /** Set after a refused order: nothing was ordered; contains the cart before and now. */
  refused?: { before: CartModel; now: CartModel } | undefined;
  onAcknowledge: () => void;
}

/** Changes to the cart from outside this page, with old and new values, until the buyer acknowledges them. */
export function ChangesBanner({ changes, refused, onAcknowledge }: Props) {
  const { t } = useTranslation();
  const sentence = useDifferenceSentence();
  const differences = refused ? differencesOf(refused.before, refused.now) : changes;
  const [only] = differences;
  const lines = differences.map((each) => ({ key: keyOf(each), text: sentence(each) }));
  if (refused && refused.before.gross !== refused.now.gross) {
    const values = { before: euros(refused.before.gross), after: euros(refused.now.gross) };
    lines.push({ key: "total", text: t("cart.changes.total", values) });
  }
  const title =
    differences.length > 1
      ? t("cart.changes.titleMany", { count: differences.length })
      : only?.fact === "price"
        ? t("cart.changes.titlePrice")
        : t("cart.changes.titleOne");
  return (
    <Banner
      tone="warn"
      title={title}
      action={{ label: t("cart.changes.gotIt"), onClick: onAcknowledge }}
    >
      {refused && <span>{t("cart.changes.ordering")} </span>}
      {lines.length === 1 && <span>{lines[0]!.text}</span>}
      {lines.length === 0 && refused && <span>{t("cart.changes.nothingListed")}</span>}
      {lines.length > 1 && (
        <ul className={styles.lines}>
          {lines.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

function useDifferenceSentence() {
  const { t } = useTranslation();
  const sentence = useChangeSentence();
  return ({ fact, ...rest }: Difference): string => {
    const { name, year, after } = rest;
    const item = year === null ? name : `${name} ${year}`;
    if (fact === "takenOut") return t("cart.changes.takenOut", { item });
    if (fact !== "added") return sentence({ fact, ...rest });
    if (after === null) return t("cart.changes.addedReport", { item });
    return t("cart.changes.added", { item, after: whole(Number(after)) });
  };
}
