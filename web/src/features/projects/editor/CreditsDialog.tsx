import { Textarea, TextInput } from "@mantine/core";
import type { ManagedVintage } from "@tonneline/contract/vintages";
import { useTranslation } from "react-i18next";
import { tonnes } from "../../../lib/format.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import styles from "./CreditsDialog.module.css";
import { useCreditMove, type Direction } from "./useCreditMove.ts";

interface Props {
  vintage: ManagedVintage;
  onMoved: (vintage: ManagedVintage) => void;
  onClose: () => void;
}

/** Puts credits of a vintage on sale or withdraws them, through the ledger and with a reason. */
export function CreditsDialog({ vintage, onMoved, onClose }: Props) {
  const { t } = useTranslation();
  const move = useCreditMove(vintage, onMoved);
  const { direction } = move;
  return (
    <ActionDialog
      title={t("editor.credits.title", { year: vintage.year })}
      text={t("editor.credits.text", {
        available: tonnes(vintage.stock.available),
        issued: tonnes(vintage.stock.issued),
      })}
      confirm={t(`editor.credits.${direction}`)}
      danger={direction === "withdraw"}
      busy={move.busy}
      failure={move.failure}
      onConfirm={move.confirm}
      onClose={onClose}
    >
      <DirectionChoice direction={direction} onChange={move.setDirection} />
      <TextInput
        data-autofocus
        label={t("editor.credits.amount")}
        inputMode="numeric"
        autoComplete="off"
        w={200}
        value={move.amount}
        error={move.amountError}
        onChange={({ currentTarget }) => move.setAmount(currentTarget.value)}
      />
      <Textarea
        autosize
        minRows={2}
        maxLength={500}
        label={t("editor.credits.reason")}
        description={t("editor.credits.reasonHelp")}
        value={move.reason}
        error={move.reasonError}
        onChange={({ currentTarget }) => move.setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}

function DirectionChoice(props: { direction: Direction; onChange: (to: Direction) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.directions}>
      {(["add", "withdraw"] as const).map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="direction"
            checked={props.direction === each}
            onChange={() => props.onChange(each)}
          />
          {t(`editor.credits.${each}`)}
        </label>
      ))}
    </div>
  );
}
