import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BusyButton } from "./BusyButton.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { Banner } from "./Banner.tsx";
import { BulkResults, type RowTexts } from "./BulkResults.tsx";
import { useBulkRun, type BulkWork } from "./useBulkRun.ts";

interface Props<Row> extends BulkWork<Row>, RowTexts<Row> {
  title: string;
  /** The effect, in a sentence. */
  text: string;
  confirm: string;
  danger?: boolean;
  /** What is still missing, undefined when it can go: it keeps the button from acting and is shown. */
  missing?: string | undefined;
  /** The fields it needs; once it is `submitted`, those that keep it from going are marked as invalid. */
  children?: ReactNode | ((submitted: boolean) => ReactNode);
}

/** Asks before something is done to rows, says of each that failed why, and tries those again that might work. */
export function BulkDialog<Row>(props: Props<Row>) {
  const { children, missing } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const { run, done, results, open, total } = useBulkRun(props);
  const isLeft = !results || open.length > 0;

  function submit() {
    setSubmitted(true);
    // The fields are marked by the next render.
    if (missing) setTimeout(() => focusMissing(form.current));
    else void run();
  }

  return (
    <FormDialog
      title={props.title}
      text={results ? undefined : props.text}
      form={form}
      busy={done !== undefined}
      standing={done !== undefined && t("table.progress", { done, total })}
      cancel={results ? t("app.close") : t("table.cancel")}
      action={
        isLeft && (
          <BusyButton
            type="submit"
            busy={done !== undefined}
            {...(props.danger && { color: "red" })}
          >
            {results ? t("table.again", { count: open.length }) : props.confirm}
          </BusyButton>
        )
      }
      onSubmit={() => isLeft && submit()}
      onClose={() => props.onClose(results?.some(({ error }) => error === undefined) ?? false)}
    >
      {results && <BulkResults {...props} results={results} />}
      {/* Still there after a failure: what was refused can be mended before it is tried again. */}
      {typeof children === "function" ? children(submitted) : children}
      {submitted && missing && <Banner tone="bad" title={missing} />}
    </FormDialog>
  );
}

/** Brings the first field that wants an answer into sight and to the keys. */
function focusMissing(form: HTMLFormElement | null): void {
  const field =
    form?.querySelector<HTMLElement>("[aria-invalid='true']") ??
    form?.querySelector<HTMLElement>("textarea, select, input");
  field?.focus();
}
