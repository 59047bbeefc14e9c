import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { refusalText } from "../../lib/api.ts";
import { tonnes } from "../../lib/format.ts";
import { showToast } from "../../ui/toast.tsx";
import type { Added } from "./useShop.ts";

/** The messages shown after adding to the cart, with a link to it. */
export function useShopToasts() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = {
    label: t("projectPage.shop.viewCart"),
    onClick: () => void navigate({ to: paths.cart }),
  };
  return {
    added({ tonnes: amount, wasInCart, failures, changed }: Added) {
      for (const { year, error } of failures) {
        const text = t("projectPage.shop.failed", { year, reason: refusalText(error) });
        showToast({ tone: "bad", text });
      }
      if (!changed) return;
      const text =
        wasInCart || amount === 0
          ? t("projectPage.shop.updated")
          : t("projectPage.shop.added", { tonnes: tonnes(amount) });
      showToast({ tone: "good", text, action });
    },
    reportAdded() {
      showToast({ tone: "good", text: t("projectPage.reportAdded"), action });
    },
    failed(error: unknown) {
      showToast({ tone: "bad", text: refusalText(error) });
    },
  };
}
