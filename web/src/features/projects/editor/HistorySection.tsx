import { TextInput } from "@mantine/core";
import { recordProjectChange, type ManagedProject } from "@tonneline/contract/projects";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callOnce } from "../../../lib/callOnce.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { isComposing } from "../../../ui/isComposing.ts";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { useUnsaved } from "../../../ui/unsaved.ts";
import { History } from "../../catalogue/History.tsx";
import styles from "./editor.module.css";
import rows from "./rows.module.css";
import { useEditor } from "./EditorContext.tsx";
import { Section } from "./Section.tsx";

interface Props {
  changes: ManagedProject["changes"];
  onNoted: (project: ManagedProject) => void;
}

/** The project's history as buyers see it; operators can only add entries. */
export function HistorySection({ changes, onNoted }: Props) {
  const { t } = useTranslation();
  const { projectId, canWrite } = useEditor();
  const [text, setText] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const note = useMutation({
    mutationFn: (change: string) =>
      callOnce(recordProjectChange, { params: { id: String(projectId) }, body: { change } }),
    onSuccess: (project, added) => {
      // What was typed meanwhile is kept.
      setText((now) => (now === added ? "" : now));
      setSubmitted(false);
      onNoted(project);
    },
  });
  const isEmpty = text.trim() === "";
  useUnsaved(!isEmpty);

  function add(): void {
    setSubmitted(true);
    if (!isEmpty && !note.isPending) note.mutate(text);
  }

  return (
    <Section
      id="history"
      after={
        changes.length > 0 ? (
          <History changes={changes} />
        ) : (
          <p className={styles.quiet}>{t("editor.history.none")}</p>
        )
      }
    >
      {canWrite && projectId !== undefined && (
        <div className={rows.note}>
          <TextInput
            label={t("editor.history.add")}
            description={t("editor.history.help")}
            maxLength={500}
            value={text}
            error={
              note.isError
                ? reasonOf(note.error)
                : submitted && isEmpty
                  ? t("editor.history.missing")
                  : undefined
            }
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              add();
            }}
          />
          <BusyButton variant="default" busy={note.isPending} onClick={add}>
            {t("editor.history.confirm")}
          </BusyButton>
        </div>
      )}
    </Section>
  );
}
