import { updateVintage, type ManagedVintage } from "@tonneline/contract/vintages";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, fieldErrorsOf, isRefusal, refusalText } from "../../../lib/api.ts";
import { tonnes } from "../../../lib/format.ts";
import { useProjectCache } from "./editor.queries.ts";
import { useEditor } from "./EditorContext.tsx";
import { tonnesIn } from "./numbers.ts";

export type Direction = "add" | "withdraw";

/** The input for a move of a vintage's credits, with its errors once it was submitted. */
export function useCreditMove(vintage: ManagedVintage, onMoved: (vintage: ManagedVintage) => void) {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  const { refresh } = useProjectCache();
  const [direction, setDirection] = useState<Direction>("add");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const typed = tonnesIn(amount);
  const quantity = typed !== null && typed > 0 ? typed : undefined;
  const tooMany = direction === "withdraw" && (quantity ?? 0) > vintage.stock.available;

  const move = useMutation({
    mutationFn: (addCredits: number) =>
      call(updateVintage, {
        params: { id: String(projectId), vintageId: String(vintage.id) },
        body: { version: vintage.version, addCredits, reason },
      }),
    onSuccess: onMoved,
    // If someone else's change caused the refusal, the move can be retried over it.
    onError: (error) => isRefusal(error, "VERSION_CONFLICT") && refresh(),
  });

  const amountError =
    quantity === undefined
      ? t("editor.credits.amountMissing")
      : tooMany
        ? t("editor.credits.tooMany", { tonnes: tonnes(vintage.stock.available) })
        : undefined;
  const reasonError =
    fieldErrorsOf(move.error).find(({ path }) => path === "reason")?.message ??
    (reason.trim().length < 3 ? t("editor.credits.reasonMissing") : undefined);

  function confirm(): void {
    setSubmitted(true);
    if (quantity === undefined || amountError || reason.trim().length < 3) return;
    move.mutate(direction === "add" ? quantity : -quantity);
  }

  return {
    direction,
    setDirection,
    amount,
    setAmount,
    amountError: submitted && amountError,
    reason,
    setReason,
    reasonError: submitted && reasonError,
    busy: move.isPending,
    failure: move.isError
      ? isRefusal(move.error, "VERSION_CONFLICT")
        ? t("editor.credits.conflict", { who: refusalText(move.error) })
        : refusalText(move.error)
      : undefined,
    confirm,
  };
}
