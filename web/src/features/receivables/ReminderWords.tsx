import { Button, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Facts } from "../../ui/Facts.tsx";
import styles from "./receivables.module.css";

export interface Words {
  subject: string;
  body: string;
}

/** Returns which field of the text is empty; undefined if it can be sent. */
export function wordsFault({ subject, body }: Words): keyof Words | undefined {
  if (subject.trim() === "") return "subject";
  return body.trim() === "" ? "body" : undefined;
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
  const lines = usual.lines.map((line) => `– ${line}`).join("\n");
  if (!words) {
    return (
      <>
        <Facts facts={[[t("receivables.dialog.subject"), usual.subject]]} />
        <p className={styles.mail} aria-label={t("receivables.dialog.mail")}>
          {`${usual.body}\n\n${lines}`}
        </p>
        <Button
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
  const fault = submitted ? wordsFault(words) : undefined;
  const errorOf = (name: keyof Words) =>
    fault === name
      ? t("receivables.dialog.wordsMissing")
      : refused.find(({ path }) => path === `words.${name}`)?.message;
  return (
    <>
      <TextInput
        label={t("receivables.dialog.subject")}
        maxLength={200}
        data-autofocus
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
        onClick={() => onChange(undefined)}
      >
        {t("receivables.dialog.usual")}
      </Button>
    </>
  );
}
