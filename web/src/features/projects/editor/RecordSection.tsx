import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../../lib/chunk.ts";
import styles from "./editor.module.css";
import { useEditor } from "./EditorContext.tsx";
import { Section } from "./Section.tsx";

const RecordEditor = lazyChunk(async () => ({
  default: (await import("../../evidence/admin/RecordEditor.tsx")).RecordEditor,
}));

/** The facts that a claim rests on; saved one by one, as each has its own source and date. */
export function RecordSection() {
  const { t } = useTranslation();
  const { projectId, canWrite } = useEditor();
  return (
    <Section id="record" fixesItself>
      {projectId === undefined ? (
        <p className={styles.quiet}>{t("editor.record.later")}</p>
      ) : (
        <Suspense>
          <RecordEditor projectId={projectId} canWrite={canWrite} />
        </Suspense>
      )}
    </Section>
  );
}
