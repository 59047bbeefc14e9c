import { Button, Radio, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { importFileKinds, type ErrorChoice } from "@tonneline/contract/imports";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ColumnChoice } from "./ColumnChoice.tsx";
import { FileTile } from "./FileTile.tsx";
import { ImportCounts } from "./ImportCounts.tsx";
import styles from "./imports.module.css";
import { ImportProgress } from "./ImportProgress.tsx";
import type { ImportRun } from "./useImportRun.ts";

interface Props {
  importRun: ImportRun;
}

/** Step 1: the files. */
export function FilesStep({ importRun: { run, actions, locked, clearFailure } }: Props) {
  const { t } = useTranslation();
  return (
    <Panel title={t("imports.step.files")}>
      <p className={styles.help}>{t("imports.filesHelp")}</p>
      <div className={styles.tiles}>
        {importFileKinds.map((kind) => (
          <FileTile
            key={kind}
            kind={kind}
            file={run.files[kind]}
            locked={locked}
            onUpload={(file, tell) => {
              clearFailure();
              return actions.upload(kind, file, tell);
            }}
            onRemove={() => {
              clearFailure();
              return actions.removeFile(kind);
            }}
          />
        ))}
      </div>
    </Panel>
  );
}

/** Step 2: the mapping of columns. */
export function ColumnsStep({ importRun }: Props) {
  const { t } = useTranslation();
  const { run, kinds, mapping, setMapping, locked, failure } = importRun;
  const list = useRef<HTMLDivElement>(null);
  // It may be far above the button that checks.
  useEffect(() => {
    if (fieldErrorsOf(failure).length > 0)
      list.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [failure]);
  return (
    <Panel title={t("imports.step.columns")}>
      <div ref={list}>
        {kinds.map((kind) => (
          <ColumnChoice
            key={`${kind} ${run.files[kind]!.name}`}
            kind={kind}
            file={run.files[kind]!}
            mapping={mapping}
            onChange={setMapping}
            locked={locked}
            errors={fieldErrorsOf(failure)}
          />
        ))}
      </div>
    </Panel>
  );
}

/** Step 3: a dry check, as often as wanted. */
export function CheckStep({ importRun }: Props) {
  const { t } = useTranslation();
  const { run, actions, act, mapping, busy, canWrite, working, done, counts, failure } = importRun;
  return (
    <Panel title={t("imports.step.check")}>
      {run.status === "FAILED" && run.failure && <Banner tone="bad" title={run.failure} />}
      {failure !== undefined && <Banner tone="bad" title={reasonOf(failure)} />}
      {run.status === "CHECKING" && <Progress importRun={importRun} />}
      {canWrite && !working && !done && (
        <div className={styles.actions}>
          <BusyButton
            variant={run.status === "CHECKED" ? "default" : "filled"}
            busy={busy}
            onClick={() => void act(() => actions.check(run.version, mapping))}
          >
            {t(run.status === "CHECKED" ? "imports.checkAgain" : "imports.check")}
          </BusyButton>
          <span className={styles.help}>{t("imports.checkHelp")}</span>
        </div>
      )}
      {counts && run.status !== "CHECKING" && <ImportCounts counts={counts} />}
    </Panel>
  );
}

/** Step 4: import all or nothing, and its result. */
export function ApplyStep(
  props: Props & {
    errors: ErrorChoice;
    onErrors: (choice: ErrorChoice) => void;
    onApply: () => void;
  },
) {
  const { importRun, errors, onErrors, onApply } = props;
  const { t } = useTranslation();
  const { run, canWrite, done, rows, refused } = importRun;
  if (done) {
    return (
      <Banner tone="good" title={t("imports.done", { count: rows })}>
        <Link to={paths.managementProjects} activeOptions={{ exact: true }}>
          {t("imports.toProjects")}
        </Link>
      </Banner>
    );
  }
  if (run.status === "IMPORTING") {
    return (
      <Panel title={t("imports.step.apply")}>
        <Progress importRun={importRun} />
      </Panel>
    );
  }
  if (run.status !== "CHECKED" || !canWrite) return null;
  const waits = errors === "SAVE_NOTHING" && refused > 0;
  return (
    <Panel title={t("imports.step.apply")}>
      {refused > 0 && rows > 0 && (
        <Radio.Group
          label={t("imports.errors.label", { count: refused })}
          value={errors}
          onChange={(choice) => onErrors(choice as ErrorChoice)}
          mb="md"
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="LEAVE_OUT"
              label={t("imports.errors.LEAVE_OUT", { rows: whole(rows), refused: whole(refused) })}
            />
            <Radio value="SAVE_NOTHING" label={t("imports.errors.SAVE_NOTHING")} />
          </Stack>
        </Radio.Group>
      )}
      <div className={styles.actions}>
        <Button disabled={rows === 0 || waits} onClick={onApply}>
          {t("imports.apply", { count: rows })}
        </Button>
        <span className={styles.help} role="status">
          {rows === 0 && t("imports.nothingToDo")}
          {rows > 0 && (waits ? t("imports.errors.waits") : t("imports.applyHelp"))}
        </span>
      </div>
    </Panel>
  );
}

function Progress({ importRun: { run, actions, act, busy, canWrite } }: Props) {
  const { t } = useTranslation();
  const stop = async () => {
    if (await act(() => actions.stop(run.version)))
      showToast({ tone: "good", text: t("imports.stop.done") });
  };
  return (
    <ImportProgress run={run} stopping={busy} onStop={canWrite ? () => void stop() : undefined} />
  );
}
