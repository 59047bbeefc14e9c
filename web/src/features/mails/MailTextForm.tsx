import { Button, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { MailText } from "@tonneline/contract/mailTexts";
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { LetterFrame } from "./LetterFrame.tsx";
import styles from "./mailTexts.module.css";
import { usePreview } from "./mailTexts.queries.ts";
import { ResetTextDialog } from "./ResetTextDialog.tsx";
import { useMailTextForm } from "./useMailTextForm.ts";

// The pause in typing before a preview is requested.
const previewAfterMs = 400;

/** The text of one mail, with its variables and a preview. */
export function MailTextForm({ text, canWrite }: { text: MailText; canWrite: boolean }) {
  const { t } = useTranslation();
  const { form, submit, summary, insert, isDirty } = useMailTextForm(text);
  const { errors, isSubmitting } = form.formState;
  const area = useRef<HTMLTextAreaElement>(null);
  const [resetting, setResetting] = useState(false);
  const body = form.register("body");
  return (
    <>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <FormSummary {...summary} message={summary.message ?? errors.root?.message} />
        <TextInput
          label={t("mailTexts.subject")}
          readOnly={!canWrite}
          error={errors.subject?.message}
          {...form.register("subject")}
        />
        <Textarea
          label={t("mailTexts.body")}
          description={t("mailTexts.bodyHelp")}
          autosize
          minRows={6}
          readOnly={!canWrite}
          error={errors.body?.message}
          {...body}
          ref={(element) => {
            body.ref(element);
            area.current = element;
          }}
        />
        <Variables
          text={text}
          onInsert={canWrite ? (name) => insert(name, area.current) : undefined}
        />
        {canWrite && (
          <div className={styles.buttons}>
            <BusyButton type="submit" busy={isSubmitting} disabled={!isDirty}>
              {t("mailTexts.save")}
            </BusyButton>
            {text.updatedAt && (
              <Button variant="default" onClick={() => setResetting(true)}>
                {t("mailTexts.reset")}
              </Button>
            )}
          </div>
        )}
      </form>
      <Preview text={text} control={form.control} />
      {resetting && (
        <ResetTextDialog
          text={text}
          onReset={() => form.reset(text.standard)}
          onClose={() => setResetting(false)}
        />
      )}
    </>
  );
}

/** The variables available in the text; a click inserts one. */
function Variables(props: { text: MailText; onInsert: ((name: string) => void) | undefined }) {
  const { text, onInsert } = props;
  const { t } = useTranslation();
  return (
    <fieldset className={styles.variables}>
      <legend>{t("mailTexts.variables")}</legend>
      {onInsert && <p className={styles.quiet}>{t("mailTexts.variablesHelp")}</p>}
      <ul>
        {text.variables.map(({ name, example }) => (
          <li key={name}>
            {onInsert ? (
              <Button
                size="xs"
                variant="default"
                aria-label={t("mailTexts.insert", { name })}
                onClick={() => onInsert(name)}
              >
                {`{${name}}`}
              </Button>
            ) : (
              <code translate="no">{`{${name}}`}</code>
            )}
            <span className={styles.quiet}>{example}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

type Control = ReturnType<typeof useMailTextForm>["form"]["control"];

function Preview({ text, control }: { text: MailText; control: Control }) {
  const { t } = useTranslation();
  const [words] = useDebouncedValue(useWatch({ control }), previewAfterMs);
  const { subject = text.subject, body = text.body } = words;
  const { data: mail, error } = usePreview(text.code, { subject, body });
  return (
    <section className={styles.preview} aria-label={t("mailTexts.preview")}>
      <h3>{t("mailTexts.preview")}</h3>
      {error && (
        <Banner tone="info" title={t("mailTexts.previewFailed", { reason: reasonOf(error) })} />
      )}
      {mail && (
        <LetterFrame
          subject={t("mailTexts.previewTitle", { subject: mail.subject })}
          html={mail.html}
        />
      )}
    </section>
  );
}
