import type { Approval } from "@tonneline/contract/approvals";
import { codeNames } from "@tonneline/contract/codes";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../lib/format.ts";
import "../../locales/en/cart.ts";

type Change = Approval["changes"][number];

/** Returns a function that describes how the catalogue differs from a cart or a request, in a sentence with both values. */
export function useChangeSentence(): (change: Change) => string {
  const { t } = useTranslation();
  return ({ name, year, fact, before, after }) => {
    const item = year === null ? name : `${name} ${year}`;
    switch (fact) {
      case "price": {
        if (after === null) return t("cart.changes.onRequest", { item });
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

const nameOf = (code: Change["after"]) => codeNames[code as keyof typeof codeNames];
