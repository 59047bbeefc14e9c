import { codeNames } from "@tonneline/contract/codes";
import type { CartChange } from "@tonneline/contract/cart";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import styles from "./cart.module.css";

/** A change as one sentence with the value before and after. */
function useSentence(): (change: CartChange) => string {
  const { t } = useTranslation();
  return ({ name, year, fact, before, after }) => {
    const item = year === null ? name : `${name} ${year}`;
    switch (fact) {
      case "price": {
        const values = { item, before: euros(Number(before)), after: euros(Number(after)) };
        return year === null
          ? t("cart.changes.reportPrice", values)
          : t("cart.changes.price", values);
      }
      case "quantity": {
        const values = { item, before: whole(Number(before)), after: whole(Number(after)) };
        return t("cart.changes.quantity", values);
      }
      case "year":
        return t("cart.changes.year", { item: name, before: String(before), after: String(after) });
      case "claimType":
      case "impactType": {
        const values = {
          item,
          before: nameOf(before).toLowerCase(),
          after: nameOf(after).toLowerCase(),
        };
        return t(`cart.changes.${fact}`, values);
      }
      case "creditType":
        return t(after === "EX_POST" ? "cart.changes.exPost" : "cart.changes.exAnte", { item });
      case "purchasable":
        return t(after ? "cart.changes.on" : "cart.changes.off", { item });
      case "removed":
        return t("cart.changes.removed", { item });
    }
  };
}

const nameOf = (code: CartChange["after"]) => codeNames[code as keyof typeof codeNames];

interface Props {
  changes: CartChange[];
  /** Present after a refused order: nothing was ordered, and what the total was. */
  refused?: { totalBefore: number; totalNow: number } | undefined;
  onAcknowledge?: () => void;
}

/** What others changed in the cart, with old and new values, until the buyer has taken note. */
export function ChangesBanner({ changes, refused, onAcknowledge }: Props) {
  const { t } = useTranslation();
  const sentence = useSentence();
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
