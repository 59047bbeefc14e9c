import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import type { CartReport, CartVintage } from "./cart.model.ts";
import {
  useAddCartReport,
  useRemoveCartReport,
  useRemoveCartVintage,
  useSetCartVintage,
} from "./cart.queries.ts";

/** Removes rows from the cart; a toast offers to undo it. */
export function useRemoval() {
  const { t } = useTranslation();
  const removeVintage = useRemoveCartVintage();
  const setVintage = useSetCartVintage();
  const removeReport = useRemoveCartReport();
  const addReport = useAddCartReport();

  async function remove(out: () => Promise<unknown>, text: string, back: () => Promise<unknown>) {
    try {
      await out();
    } catch (error) {
      showToast({ tone: "bad", text: t("cart.row.removeFailed", { reason: refusalText(error) }) });
      return;
    }
    const undo = () =>
      void back().catch((error: unknown) =>
        showToast({ tone: "bad", text: t("cart.row.undoFailed", { reason: refusalText(error) }) }),
      );
    showToast({ tone: "good", text, action: { label: t("cart.row.undo"), onClick: undo } });
  }

  return {
    removeVintage: ({ vintageId, quantity, year, projectName }: CartVintage) =>
      remove(
        () => removeVintage.mutateAsync({ vintageId }),
        t("cart.row.removed", { year, project: projectName }),
        () => setVintage.mutateAsync({ vintageId, credits: quantity }),
      ),
    removeReport: ({ reportId }: CartReport) =>
      remove(
        () => removeReport.mutateAsync({ reportId }),
        t("cart.row.reportRemoved"),
        () => addReport.mutateAsync({ reportId }),
      ),
  };
}
