import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BusyButton } from "./BusyButton.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { Banner } from "./Banner.tsx";
import { BulkResults, type RowTexts } from "./BulkResults.tsx";
import { useBulkRun, type BulkWork } from "./useBulkRun.ts";

interface Props<Row> extends BulkWork<Row>, RowTexts<Row> {
  title: string;
  /** Describes the effect in one sentence. */
  text: string;
  confirm: string;
  danger?: boolean;
  /** What is still missing; undefined when the action can run. While set, it is shown and the button does nothing. */
  missing?: string | undefined;
  /** The fields of the action; once `submitted`, those that block it are marked as invalid. */
  children?: ReactNode | ((submitted: boolean) => ReactNode);
}

/** Confirms a bulk action, lists why individual rows failed, and retries those that may still succeed. */
export function BulkDialog<Row>(props: Props<Row>) {
  const { children, missing } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const { run, done, results, open, total } = useBulkRun(props);
  const isLeft = !results || open.length > 0;

  function submit() {
    setSubmitted(true);
    // Fields are marked as invalid on the next render.
    if (missing) setTimeout(() => focusMissing(form.current));
    else void run();
  }

  return (
    <FormDialog
      title={props.title}
      text={results ? undefined : props.text}
      form={form}
      busy={done !== undefined}
      progress={done !== undefined && t("table.progress", { done, total })}
      cancel={results ? t("app.close") : t("table.cancel")}
      {...(!isLeft && { losesInput: false })}
      action={
        isLeft && (
          <BusyButton
            type="submit"
            busy={done !== undefined}
            // By keys, Enter confirms; a field that has the focus instead comes before the button.
            {...(props.danger ? { color: "red" } : { "data-autofocus": true })}
          >
            {results ? t("table.again", { count: open.length }) : props.confirm}
          </BusyButton>
        )
      }
      onSubmit={() => isLeft && submit()}
      onClose={() => props.onClose(results?.some(({ error }) => error === undefined) ?? false)}
    >
      {results && <BulkResults {...props} results={results} />}
      {/* Kept after a failure, so that rejected input can be corrected before the retry. */}
      {typeof children === "function" ? children(submitted) : children}
      {submitted && missing && <Banner tone="bad" title={missing} />}
    </FormDialog>
  );
}

/** Focuses the first invalid field, or else the first field. */
function focusMissing(form: HTMLFormElement | null): void {
  const field =
    form?.querySelector<HTMLElement>("[aria-invalid='true']") ??
    form?.querySelector<HTMLElement>("textarea, select, input");
  field?.focus();
}
