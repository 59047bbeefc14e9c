import { Button, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Facts } from "../../ui/Facts.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import styles from "./receivables.module.css";

export interface Words {
  subject: string;
  body: string;
}

/** Whether the text can be sent: neither field is empty. */
export function areComplete({ subject, body }: Words): boolean {
  return subject.trim() !== "" && body.trim() !== "";
}

interface Props {
  /** The mail with the default text of its level, and the amounts listed below it. */
  usual: Words & { lines: readonly string[] };
  /** The custom text of this mail; undefined while it has the default. */
  words: Words | undefined;
  /** The server's validation errors. */
  refused: readonly { path: string; message: string }[];
  submitted: boolean;
  onChange: (words: Words | undefined) => void;
}

/** The mail as it will be sent: read-only, or edited for this one time. */
export function ReminderWords({ usual, words, refused, submitted, onChange }: Props) {
  const { t } = useTranslation();
  const { fallback, rememberFocus } = useNextFocus<HTMLButtonElement>();
  const lines = usual.lines.map((line) => `– ${line}`).join("\n");
  if (!words) {
    return (
      <>
        <Facts facts={[[t("receivables.dialog.subject"), usual.subject]]} />
        <p className={styles.mail} aria-label={t("receivables.dialog.mail")}>
          {`${usual.body}\n\n${lines}`}
        </p>
        <Button
          ref={fallback}
          className={styles.change}
          variant="default"
          size="sm"
          onClick={() => onChange({ subject: usual.subject, body: usual.body })}
        >
          {t("receivables.dialog.change")}
        </Button>
      </>
    );
  }
  const errorOf = (name: keyof Words) =>
    submitted && words[name].trim() === ""
      ? t(`receivables.dialog.missing.${name}`)
      : refused.find(({ path }) => path === `words.${name}`)?.message;
  return (
    <>
      <TextInput
        label={t("receivables.dialog.subject")}
        maxLength={200}
        autoFocus
        value={words.subject}
        error={errorOf("subject")}
        onChange={({ currentTarget }) => onChange({ ...words, subject: currentTarget.value })}
      />
      <Textarea
        label={t("receivables.dialog.mail")}
        description={t("receivables.dialog.wordsHelp")}
        autosize
        minRows={6}
        maxRows={16}
        maxLength={5000}
        value={words.body}
        error={errorOf("body")}
        onChange={({ currentTarget }) => onChange({ ...words, body: currentTarget.value })}
      />
      <p className={styles.mail} aria-label={t("receivables.dialog.lines")}>
        {lines}
      </p>
      <Button
        className={styles.change}
        variant="default"
        size="sm"
        onClick={() => {
          rememberFocus();
          onChange(undefined);
        }}
      >
        {t("receivables.dialog.usual")}
      </Button>
    </>
  );
}
