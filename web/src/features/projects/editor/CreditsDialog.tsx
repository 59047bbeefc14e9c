import { Textarea, TextInput } from "@mantine/core";
import { changeVintage, type ManagedVintage } from "@tonneline/contract/vintages";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, fieldErrorsOf, isRefusal, refusalText } from "../../../lib/api.ts";
import { tonnes } from "../../../lib/format.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import styles from "./CreditsDialog.module.css";
import { useEditor } from "./EditorContext.tsx";
import { tonnesIn } from "./numbers.ts";

interface Props {
  vintage: ManagedVintage;
  onMoved: (vintage: ManagedVintage) => void;
  onClose: () => void;
}

/** Puts credits of a vintage on sale or takes them off, through the ledger and with a reason. */
export function CreditsDialog({ vintage, onMoved, onClose }: Props) {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  const [direction, setDirection] = useState<"add" | "withdraw">("add");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const typed = tonnesIn(amount);
  const quantity = typed !== null && typed > 0 ? typed : undefined;
  const tooMany = direction === "withdraw" && (quantity ?? 0) > vintage.stock.available;

  const move = useMutation({
    mutationFn: (addCredits: number) =>
      call(changeVintage, {
        params: { id: String(projectId), vintageId: String(vintage.id) },
        body: { version: vintage.version, addCredits, reason },
      }),
    onSuccess: onMoved,
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
    setAsked(true);
    if (quantity === undefined || amountError || reason.trim().length < 3) return;
    move.mutate(direction === "add" ? quantity : -quantity);
  }

  return (
    <ActionDialog
      title={t("editor.credits.title", { year: vintage.year })}
      text={t("editor.credits.text", {
        available: tonnes(vintage.stock.available),
        issued: tonnes(vintage.stock.issued),
      })}
      confirm={t(`editor.credits.${direction}`)}
      danger={direction === "withdraw"}
      busy={move.isPending}
      failure={
        move.isError
          ? isRefusal(move.error, "VERSION_CONFLICT")
            ? t("editor.credits.conflict", { who: refusalText(move.error) })
            : refusalText(move.error)
          : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={styles.directions}>
        {(["add", "withdraw"] as const).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="direction"
              checked={direction === each}
              onChange={() => setDirection(each)}
            />
            {t(`editor.credits.${each}`)}
          </label>
        ))}
      </div>
      <TextInput
        data-autofocus
        label={t("editor.credits.amount")}
        inputMode="numeric"
        autoComplete="off"
        w={200}
        value={amount}
        error={asked && amountError}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
      />
      <Textarea
        autosize
        minRows={2}
        maxLength={500}
        label={t("editor.credits.reason")}
        description={t("editor.credits.reasonHelp")}
        value={reason}
        error={asked && reasonError}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}
