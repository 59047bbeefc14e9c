import { Button, FileButton } from "@mantine/core";
import { factColumns, vintageColumn } from "@tonneline/contract/evidence";
import { IconFileImport } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import "../../../locales/en/evidence.ts";
import { refusalText } from "../../../lib/api.ts";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { Banner } from "../../../ui/Banner.tsx";
import { DialogFrame, DialogText } from "../../../ui/DialogFrame.tsx";
import styles from "../evidence.module.css";
import { useImportFacts } from "./record.queries.ts";

/** Imports facts from a CSV file: explains its columns, and reports the result line by line. */
export function ImportFacts() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const resetInput = useRef<() => void>(null);
  const run = useImportFacts();
  const report = run.data;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFileImport size={16} stroke={1.8} aria-hidden />}
        onClick={() => {
          run.reset();
          setOpened(true);
        }}
      >
        {t("evidence.import.open")}
      </Button>
      <DialogFrame
        opened={opened}
        onClose={() => setOpened(false)}
        title={t("evidence.import.title")}
      >
        <div className={styles.importing}>
          <DialogText>{t("evidence.import.text")}</DialogText>
          <p className={styles.columns}>{[...factColumns, vintageColumn].join(", ")}</p>
          {run.error && (
            <Banner tone="bad" title={t("evidence.import.failed")}>
              {refusalText(run.error)}
            </Banner>
          )}
          {report && (
            <div role="status">
              <p>
                <b>{t("evidence.import.changed", { count: report.changed })}</b>{" "}
                {t("evidence.import.same", { count: report.same })}
              </p>
              {report.refused.length > 0 && (
                <>
                  <p>{t("evidence.import.refused", { count: report.refused.length })}</p>
                  <ul className={styles.refused}>
                    {report.refused.map(({ line, reason }) => (
                      <li key={line}>{t("evidence.import.line", { line, reason })}</li>
                    ))}
                  </ul>
                </>
              )}
            </div>
          )}
          <FileButton
            accept=".csv,text/csv"
            resetRef={resetInput}
            inputProps={{ "aria-label": t("evidence.import.choose") }}
            onChange={(file) => {
              resetInput.current?.();
              if (file) run.mutate(file);
            }}
          >
            {(button) => (
              <BusyButton busy={run.isPending} mt="md" {...button}>
                {t("evidence.import.choose")}
              </BusyButton>
            )}
          </FileButton>
        </div>
      </DialogFrame>
    </>
  );
}
