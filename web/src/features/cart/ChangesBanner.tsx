import type { CartChange } from "@tonneline/contract/cart";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { useChangeSentence } from "../approvals/useChangeSentence.ts";
import styles from "./cart.module.css";

interface Props {
  changes: CartChange[];
  /** Present after a refused order: nothing was ordered, and what the total was. */
  refused?: { totalBefore: number; totalNow: number } | undefined;
  onAcknowledge?: () => void;
}

/** What others changed in the cart, with old and new values, until the buyer has taken note. */
export function ChangesBanner({ changes, refused, onAcknowledge }: Props) {
  const { t } = useTranslation();
  const sentence = useChangeSentence();
  const [only] = changes;
  const lines = changes.map((change) => ({
    key: `${change.productType} ${change.productId} ${change.fact}`,
    text: sentence(change),
  }));
  if (refused && refused.totalBefore !== refused.totalNow) {
    const values = { before: euros(refused.totalBefore), after: euros(refused.totalNow) };
    lines.push({ key: "total", text: t("cart.changes.total", values) });
  }
  const title =
    changes.length > 1
      ? t("cart.changes.titleMany", { count: changes.length })
      : only?.fact === "price"
        ? t("cart.changes.titlePrice")
        : t("cart.changes.titleOne");
  return (
    <Banner
      tone="warn"
      title={title}
      action={onAcknowledge && { label: t("cart.changes.gotIt"), onClick: onAcknowledge }}
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
