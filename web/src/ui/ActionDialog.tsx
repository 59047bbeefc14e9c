import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "./Banner.tsx";
import { BusyButton } from "./BusyButton.tsx";
import { showFirstInvalid } from "./focusInvalidField.ts";
import { FormDialog } from "./FormDialog.tsx";

interface Props {
  title: string;
  /** Describes the effect in one sentence. */
  text: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  /** The action is not possible, or not yet; the content explains why. */
  impossible?: boolean;
  /** Why the action failed, when no field shows the error. */
  failure: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  /** The fields of the action, if any. */
  children?: ReactNode;
}

/** A dialog for one action on one record, with its fields. */
export function ActionDialog(props: Props) {
  const { busy, impossible = false, failure, onConfirm } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // A long dialog may have scrolled away from what was refused.
    if (wasBusy.current && !busy) showFirstInvalid(form.current);
    wasBusy.current = busy;
  }, [busy]);

  function submit() {
    if (impossible) return;
    onConfirm();
    showFirstInvalid(form.current);
  }

  return (
    <FormDialog
      title={props.title}
      text={props.text}
      form={form}
      busy={busy}
      cancel={t("table.cancel")}
      action={
        <BusyButton
          type="submit"
          busy={busy}
          disabled={impossible}
          {...(props.danger && { color: "red" })}
        >
          {props.confirm}
        </BusyButton>
      }
      onSubmit={submit}
      onClose={props.onClose}
    >
      {failure && <Banner tone="bad" title={failure} />}
      {props.children}
    </FormDialog>
  );
}
