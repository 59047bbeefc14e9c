import { Button, MultiSelect, Textarea } from "@mantine/core";
import { noteMinutes, type RecordNote, type RecordTrail } from "@tonneline/contract/records";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { dateTime } from "../../lib/format.ts";
import { serverNow } from "../../lib/session.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useTrailSteps, type Named } from "./records.queries.ts";
import styles from "./records.module.css";

interface Props {
  record: Named;
  trail: RecordTrail;
  canWrite: boolean;
}

/** Colleagues' notes on a record, newest first, and a field to add one. */
export function Notes({ record, trail, canWrite }: Props) {
  const { t } = useTranslation();
  return (
    <section>
      <h3>{t("records.notes.title")}</h3>
      {canWrite && <NoteForm record={record} colleagues={trail.colleagues} />}
      {trail.notes.length === 0 && !canWrite && <p>{t("records.notes.none")}</p>}
      <ul className={styles.notes}>
        {trail.notes.map((note) => (
          <Note key={note.id} record={record} note={note} canWrite={canWrite} />
        ))}
      </ul>
    </section>
  );
}

function NoteForm({ record, colleagues }: { record: Named } & Pick<RecordTrail, "colleagues">) {
  const { t } = useTranslation();
  const { write } = useTrailSteps(record);
  const [text, setText] = useState("");
  const [mentions, setMentions] = useState<string[]>([]);
  useUnsaved(text.trim() !== "");

  function submit() {
    if (text.trim() === "" || write.isPending) return;
    write.mutate(
      { text, mentions: mentions.map(Number) },
      {
        onSuccess: () => {
          // What was typed meanwhile is kept.
          setText((now) => (now === text ? "" : now));
          setMentions([]);
        },
      },
    );
  }
  return (
    <div className={styles.form}>
      <Textarea
        label={t("records.notes.write")}
        autosize
        minRows={2}
        maxLength={4000}
        value={text}
        error={write.error && reasonOf(write.error)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) =>
          key === "Enter" && (ctrlKey || metaKey) && submit()
        }
      />
      {text !== "" && (
        <div className={styles.line}>
          {colleagues.length > 0 && (
            <MultiSelect
              size="sm"
              aria-label={t("records.notes.mention")}
              placeholder={mentions.length === 0 ? t("records.notes.mention") : ""}
              data={colleagues.map(({ userId, name }) => ({ value: String(userId), label: name }))}
              value={mentions}
              onChange={setMentions}
              searchable
              maxValues={20}
              className={styles.mention}
            />
          )}
          <BusyButton size="sm" busy={write.isPending} onClick={submit}>
            {t("records.notes.keep")}
          </BusyButton>
        </div>
      )}
    </div>
  );
}

function Note(props: { record: Named; note: RecordNote; canWrite: boolean }) {
  const { t } = useTranslation();
  const { record, note, canWrite } = props;
  const { drop } = useTrailSteps(record);
  const isFresh = serverNow() - Date.parse(note.at) < noteMinutes * 60_000;
  const step = isFresh ? "remove" : "strike";
  const [isAsking, setAsking] = useState(false);
  const names = note.mentioned.map(({ name }) => name).join(", ");
  return (
    <li className={note.struckAt ? styles.struck : undefined}>
      <p>{note.text}</p>
      <small>
        {`${note.author.name}, ${dateTime(note.at)}`}
        {names && ` · ${t("records.notes.told", { names: names })}`}
        {note.struckAt && ` · ${t("records.notes.struck", { when: dateTime(note.struckAt) })}`}
      </small>
      {canWrite && note.mine && !note.struckAt && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAsking(true)}>
          {t(`records.notes.${step}`)}
        </Button>
      )}
      {isAsking && (
        <ActionDialog
          title={t(`records.notes.ask.${step}`)}
          text={t(`records.notes.effect.${step}`)}
          confirm={t(`records.notes.${step}`)}
          danger
          busy={drop.isPending}
          failure={drop.error ? reasonOf(drop.error) : undefined}
          onConfirm={() => drop.mutate(note.id, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <blockquote className={styles.quoted}>{note.text}</blockquote>
        </ActionDialog>
      )}
    </li>
  );
}
