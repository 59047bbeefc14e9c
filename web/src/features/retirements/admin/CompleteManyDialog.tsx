import { TextInput } from "@mantine/core";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { today, tonnes } from "../../../lib/format.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import styles from "./completeMany.module.css";
import { tonnesOf } from "./completion.ts";
import { CompletionGrid } from "./CompletionGrid.tsx";
import type { Pasted } from "./pasted.ts";
import { RegistryFiles } from "./RegistryFiles.tsx";
import { useCompletions, type Completions } from "./useCompletions.ts";

interface Props {
  /** Those in progress when the dialog opens. */
  retirements: readonly ManagedRetirement[];
  /** Another operator must confirm the input. */
  secondPerson: boolean;
  onClose: (acted?: boolean) => void;
}

/**
 * Completes many retirements in one run, from a grid for typing or pasting spreadsheet lines with the registry's
 * data. Rejected rows keep their reason and input; untouched rows stay in progress.
 */
export function CompleteManyDialog({ retirements, secondPerson, onClose }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const completions = useCompletions(retirements);
  const { started, open, outcomes, processed } = completions;
  const busy = processed !== undefined;
  const action = secondPerson ? "enter" : "complete";
  const doneTextKey = secondPerson ? "told.entered" : "dialog.completed";

  async function submit() {
    if (!(await completions.run())) return showFirstInvalid(form.current);
    const text = t(`managedRetirements.${doneTextKey}`, amountOf(retirements));
    showToast({ tone: "good", text });
    return onClose(true);
  }

  return (
    <FormDialog
      title={t("managedRetirements.dialog.completeMany", { count: retirements.length })}
      text={t(`managedRetirements.dialog.${action}ManyText`)}
      size="1280px"
      form={form}
      busy={busy}
      losesInput={started.length > 0}
      progress={
        busy
          ? t("table.progress", { done: processed, total: started.length })
          : t("managedRetirements.dialog.begun", { ...amountOf(started), total: open.length })
      }
      cancel={t(outcomes.size > 0 ? "app.close" : "table.cancel")}
      action={
        <BusyButton type="submit" busy={busy}>
          {started.length === 0
            ? t(`managedRetirements.${action}`)
            : t(`managedRetirements.${action}Amount`, amountOf(started))}
        </BusyButton>
      }
      onSubmit={() => void submit()}
      onClose={() => onClose(completions.done.length > 0)}
    >
      <Tools completions={completions} busy={busy} />
      <RegistryFiles retirements={open} busy={busy} onAnswers={completions.answer} />
      <RunSummary completions={completions} doneTextKey={doneTextKey} />
      <CompletionGrid
        retirements={retirements}
        completions={completions}
        busy={busy}
        secondPerson={secondPerson}
      />
    </FormDialog>
  );
}

const amountOf = (rows: readonly ManagedRetirement[]) => ({
  count: rows.length,
  tonnes: tonnes(tonnesOf(rows)),
});

/** Sets one day for all rows, and explains pasting. */
function Tools({ completions, busy }: { completions: Completions; busy: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.tools}>
      <TextInput
        type="date"
        max={today()}
        label={t("managedRetirements.dialog.dateOfAll")}
        value={completions.dayOfAll}
        readOnly={busy}
        onChange={({ currentTarget }) => completions.changeDayOfAll(currentTarget.value)}
      />
      <div className={styles.help}>
        <p>{t("managedRetirements.dialog.pasteHelp")}</p>
        <PastedNote pasted={completions.pasted} />
      </div>
    </div>
  );
}

/** What is done and what is left, after a run. */
function RunSummary(props: {
  completions: Completions;
  doneTextKey: "told.entered" | "dialog.completed";
}) {
  const { done, failed, started, submitted } = props.completions;
  const { t } = useTranslation();
  return (
    <>
      {done.length > 0 && (
        <Banner tone="good" title={t(`managedRetirements.${props.doneTextKey}`, amountOf(done))} />
      )}
      {failed.length > 0 && (
        <Banner
          tone="bad"
          title={t("managedRetirements.dialog.stillOpen", { count: failed.length })}
        />
      )}
      {submitted && started.length === 0 && (
        <Banner tone="bad" title={t("managedRetirements.dialog.noneBegun")} />
      )}
    </>
  );
}

function PastedNote({ pasted }: { pasted: Pasted | undefined }) {
  const { t } = useTranslation();
  const { entries, left = 0, unread = [] } = pasted ?? {};
  return (
    <div role="status">
      {entries && (
        <p>
          {t("managedRetirements.dialog.pasted", { count: entries.size })}{" "}
          {left > 0 && t("managedRetirements.dialog.pastedLeft", { count: left })}{" "}
          {unread.length > 0 &&
            t("managedRetirements.dialog.pastedUnread", {
              count: unread.length,
              days: unread.join(", "),
            })}
        </p>
      )}
    </div>
  );
}

/** Focuses the first invalid field, or the first field of a rejected row. Fields are marked as invalid on the next render. */
function showFirstInvalid(form: HTMLFormElement | null) {
  setTimeout(() => {
    form?.querySelector<HTMLElement>("[aria-invalid='true'], [data-failed] input")?.focus();
  });
}
