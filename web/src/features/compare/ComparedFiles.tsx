import { Button, CopyButton } from "@mantine/core";
import { IconCheck, IconDownload, IconLink } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { downloadComparison } from "./compare.queries.ts";
import styles from "./compare.module.css";

/** Ways to share the comparison: its URL, and files. */
export function ComparedFiles({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<"pdf" | "xlsx">();

  async function run(kind: "pdf" | "xlsx") {
    setBusy(kind);
    try {
      await downloadComparison(kind, ids);
    } catch (error) {
      showToast({ tone: "bad", text: t("compare.fileFailed", { reason: refusalText(error) }) });
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <div className={styles.files}>
      <CopyButton value={window.location.href} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={
              copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />
            }
            onClick={copy}
          >
            {t(copied ? "compare.copied" : "compare.copyLink")}
          </Button>
        )}
      </CopyButton>
      {(["pdf", "xlsx"] as const).map((kind) => (
        <BusyButton
          key={kind}
          variant="default"
          busy={busy === kind}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void run(kind)}
        >
          {t(`compare.${kind}`)}
        </BusyButton>
      ))}
    </div>
  );
}
