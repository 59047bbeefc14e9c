import type { Holding } from "@tonneline/contract/portfolio";
import type { Retirement } from "@tonneline/contract/retirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tonnes } from "../../lib/format.ts";
import { showToast } from "../../ui/toast.tsx";
import { useHoldingsOf, useRetirementAttempts } from "./portfolio.queries.ts";

/** The state of retiring holdings, from their selection to the requested retirements. */
export function useRetiring() {
  const { t } = useTranslation();
  const attempts = useRetirementAttempts();
  // A request whose response was lost is restored at once: its credits may already be deducted, and its button gone.
  const [chosen, setChosen] = useState<{ ids: number[]; shown: readonly Holding[] }>(() => ({
    ids: attempts.current()?.body.holdings.map(({ vintageId }) => vintageId) ?? [],
    shown: [],
  }));
  const [requested, setRequested] = useState<readonly Retirement[]>([]);
  const [completedCount, setCompletedCount] = useState(0);
  const { data: holdings } = useHoldingsOf(chosen.ids, chosen.shown);
  const close = () => setChosen({ ids: [], shown: [] });
  return {
    /** Incremented with each successful request, which clears the selection. */
    completedCount,
    /** Empty while nothing is being retired. */
    holdings: chosen.ids.length > 0 ? (holdings ?? []) : [],
    requested,
    begin: (shown: readonly Holding[]) =>
      setChosen({ ids: shown.map(({ vintageId }) => vintageId), shown }),
    close,
    done: (retirements: readonly Retirement[]) => {
      const [only, ...others] = retirements;
      if (only && others.length === 0) {
        const amount = tonnes(only.quantity);
        showToast({ tone: "good", text: t("portfolio.retire.done", { amount }) });
      } else setRequested(retirements);
      setCompletedCount((before) => before + 1);
      close();
    },
    closeDone: () => setRequested([]),
  };
}
