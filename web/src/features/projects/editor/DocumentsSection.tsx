import { FileButton, TextInput } from "@mantine/core";
import { IconFileText, IconUpload } from "@tabler/icons-react";
import type { ProjectDocument } from "@tonneline/contract/catalogue";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fileSize } from "../../../lib/format.ts";
import { isComposing } from "../../../ui/isComposing.ts";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { Banner } from "../../../ui/Banner.tsx";
import { DocumentLinkForm } from "./DocumentLinkForm.tsx";
import styles from "./editor.module.css";
import rows from "./rows.module.css";
import { useEditor } from "./EditorContext.tsx";
import { RowButtons } from "./RowButtons.tsx";
import { Section } from "./Section.tsx";
import { useDocumentActions, type DocumentActions } from "./useDocumentActions.ts";
import { useSaveOnBlur } from "./useSaveOnBlur.ts";

/** The documents in the order in which buyers see them; each change is saved at once. */
export function DocumentsSection({ documents }: { documents: readonly ProjectDocument[] }) {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  return (
    <Section id="documents">
      {projectId === undefined ? (
        <p className={styles.quiet}>{t("editor.documents.later")}</p>
      ) : (
        <Documents projectId={projectId} documents={documents} />
      )}
    </Section>
  );
}

function Documents(props: { projectId: number; documents: readonly ProjectDocument[] }) {
  const { projectId, documents } = props;
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const actions = useDocumentActions(projectId, documents);
  return (
    <>
      {documents.length === 0 && <p className={styles.quiet}>{t("editor.documents.none")}</p>}
      <ul className={rows.rows}>
        {documents.map((document, index) => (
          <DocumentRow
            key={document.documentId}
            document={document}
            index={index}
            count={documents.length}
            actions={actions}
          />
        ))}
      </ul>
      {actions.failure && <Banner tone="bad" title={actions.failure} />}
      {canWrite && (
        <div className={rows.addDocument}>
          <UploadButton actions={actions} />
          <DocumentLinkForm onAdd={actions.addLink} />
        </div>
      )}
    </>
  );
}

function UploadButton({ actions }: { actions: DocumentActions }) {
  const { t } = useTranslation();
  const resetInput = useRef<() => void>(null);
  return (
    <FileButton
      accept="application/pdf"
      resetRef={resetInput}
      inputProps={{ "aria-label": t("editor.documents.upload") }}
      onChange={(file) => {
        resetInput.current?.();
        if (file) void actions.upload(file);
      }}
    >
      {(button) => (
        <BusyButton
          variant="default"
          size="sm"
          busy={actions.uploading}
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
          {...button}
        >
          {t("editor.documents.upload")}
        </BusyButton>
      )}
    </FileButton>
  );
}

interface RowProps {
  document: ProjectDocument;
  index: number;
  count: number;
  actions: DocumentActions;
}

function DocumentRow({ document, index, count, actions }: RowProps) {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const [isAsking, setIsAsking] = useState(false);
  const name = useSaveOnBlur(
    document.name,
    (text) => text.trim() !== "" && actions.rename(document.documentId, text),
  );
  return (
    <li className={rows.document}>
      <TextInput
        label={t("editor.documents.name", { number: index + 1 })}
        description={
          <span className={rows.documentUrl}>
            <IconFileText size={14} stroke={2} aria-hidden />
            {document.bytes === null ? document.url : fileSize(document.bytes)}
          </span>
        }
        maxLength={200}
        {...name}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      {canWrite && (
        <RowButtons
          name={t("editor.documents.row", { name: document.name })}
          index={index}
          count={count}
          onMove={(to) => actions.move(index, to)}
          onRemove={() => setIsAsking(true)}
        />
      )}
      {isAsking && (
        <ActionDialog
          title={t("editor.documents.removeTitle")}
          text={t("editor.documents.removeText", { name: document.name })}
          confirm={t("editor.documents.removeConfirm")}
          danger
          busy={false}
          failure={undefined}
          onConfirm={() => {
            setIsAsking(false);
            actions.remove(document.documentId);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}
