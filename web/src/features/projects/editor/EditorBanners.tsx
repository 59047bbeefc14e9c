import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/Banner.tsx";
import styles from "./editor.module.css";
import type { useEditorForm } from "./useEditorForm.ts";

/** Notices about unsaved input: that it was restored, or that others have saved since. */
export function EditorBanners({ editor }: { editor: ReturnType<typeof useEditorForm> }) {
  const { t } = useTranslation();
  const { unresolved } = editor;
  if (!editor.isUnsaved()) return null;
  return (
    <>
      {editor.restored && (
        <div className={styles.banner}>
          <Banner tone="info" title={t("editor.restored")} />
        </div>
      )}
      {unresolved && (
        <div className={styles.banner}>
          <Banner
            tone="warn"
            title={t("editor.news")}
            action={{ label: t("editor.compare"), onClick: () => editor.compare(unresolved) }}
          />
        </div>
      )}
    </>
  );
}
