import { Button, Skeleton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import {
  importFileKinds,
  type CatalogueImport,
  type ImportMapping,
} from "@tonneline/contract/imports";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { failureOf, reasonOf } from "../../lib/failure.ts";
import { useUser } from "../../lib/session.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { showToast } from "../../ui/toast.tsx";
import project from "../catalogue/ProjectHead.module.css";
import { ColumnChoice } from "./ColumnChoice.tsx";
import { FileTile } from "./FileTile.tsx";
import { isAtWork, useImport, useImportActions } from "./imports.queries.ts";
import styles from "./imports.module.css";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportReport } from "./ImportReport.tsx";
import "../../locales/en/imports.ts";
import "../../locales/en/table.ts";
import { ImportStatusBadge } from "./ImportStatusBadge.tsx";

/** /management/projects/import/…: files, columns, a check that keeps nothing, then all or nothing. */
export function ImportPage() {
  const { t } = useTranslation();
  const { id } = useParams({ strict: false });
  const number = /^[1-9]\d{0,9}$/.test(id ?? "") ? Number(id) : 0;
  const { data, error, refetch } = useImport(number);
  usePageTitle(t("imports.one", { id }));
  if (number === 0 || isRefusal(error, "NOT_FOUND")) {
    return (
      <EmptyState
        title={t("imports.missing")}
        action={{ label: t("imports.back"), to: paths.managementImports }}
      />
    );
  }
  if (data) return <Import key={data.id} run={data} />;
  if (error) {
    return (
      <ErrorState
        title={t("imports.oneFailed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
        back={{ label: t("imports.back"), to: paths.managementImports }}
      />
    );
  }
  return <Skeleton height={480} role="status" aria-label={t("imports.loading")} />;
}

function Import({ run }: { run: CatalogueImport }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canWrite = useUser()?.permissions.has("projects:write") ?? false;
  const actions = useImportActions(run.id);
  const [mapping, setMapping] = useState<ImportMapping>(run.mapping);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [asks, setAsks] = useState<"apply" | "delete">();
  const working = isAtWork(run);
  const done = run.status === "IMPORTED";
  const locked = !canWrite || working || done || busy;
  const kinds = importFileKinds.filter((kind) => run.files[kind]);
  const counts = run.imported ?? run.checked;
  const rows = counts
    ? [counts.projects, counts.vintages].reduce((sum, each) => sum + each.new + each.changed, 0)
    : 0;
  const refused = counts ? counts.projects.refused + counts.vintages.refused : 0;

  // Other files have other columns: the server's first guess at them.
  const fileKey = kinds
    .map((kind) => `${kind} ${run.files[kind]?.name} ${run.files[kind]?.bytes}`)
    .join();
  const [guessedFor, setGuessedFor] = useState(fileKey);
  if (guessedFor !== fileKey) {
    setGuessedFor(fileKey);
    setMapping(run.mapping);
    // What was refused of the files before is not said of these.
    setFailure(undefined);
  }

  const { refreshCatalogue, refresh } = actions;
  const before = useRef(run.status);
  useEffect(() => {
    const finished = before.current === "IMPORTING" && run.status === "IMPORTED";
    before.current = run.status;
    if (finished) void refreshCatalogue();
  }, [run.status, refreshCatalogue]);

  async function act(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(error);
      if (isRefusal(error, "VERSION_CONFLICT") || isRefusal(error, "INVALID_TRANSITION")) {
        void refresh();
      }
      return false;
    } finally {
      setBusy(false);
    }
  }

  const stop = async () => {
    if (await act(() => actions.stop(run.version)))
      showToast({ tone: "good", text: t("imports.stop.done") });
  };
  const progress = (
    <ImportProgress run={run} stopping={busy} onStop={canWrite ? () => void stop() : undefined} />
  );

  return (
    <>
      <header className={styles.head}>
        <div>
          <nav aria-label={t("imports.crumbs")}>
            <ol className={project.crumbs}>
              <li>
                <Link to={paths.managementProjects}>{t("imports.projects")}</Link>
                <IconChevronRight size={14} stroke={2} aria-hidden />
              </li>
              <li>
                <Link to={paths.managementImports}>{t("imports.title")}</Link>
                <IconChevronRight size={14} stroke={2} aria-hidden />
              </li>
              <li>{t("imports.one", { id: run.id })}</li>
            </ol>
          </nav>
          <div className={styles.titleLine}>
            <h1>{t("imports.heading")}</h1>
            <ImportStatusBadge status={run.status} />
          </div>
        </div>
        {canWrite && !working && (
          <Button variant="subtle" color="red" size="sm" onClick={() => setAsks("delete")}>
            {t("imports.delete.open")}
          </Button>
        )}
      </header>

      <div className={styles.page}>
        <Panel title={t("imports.step.files")}>
          <p className={styles.help}>{t("imports.filesHelp")}</p>
          <div className={styles.tiles}>
            {importFileKinds.map((kind) => (
              <FileTile
                key={kind}
                kind={kind}
                file={run.files[kind]}
                locked={locked}
                onUpload={(file, tell) => actions.upload(kind, file, tell)}
                onRemove={() => actions.removeFile(kind)}
              />
            ))}
          </div>
        </Panel>

        {kinds.length > 0 && (
          <Panel title={t("imports.step.columns")}>
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
          </Panel>
        )}

        {kinds.length > 0 && (
          <Panel title={t("imports.step.check")}>
            {run.status === "FAILED" && run.failure && <Banner tone="bad" title={run.failure} />}
            {failure !== undefined && <Banner tone="bad" title={reasonOf(failure)} />}
            {run.status === "CHECKING" && progress}
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
            {counts && run.status !== "CHECKING" && <Counts counts={counts} />}
          </Panel>
        )}

        {run.status === "IMPORTING" && <Panel title={t("imports.step.apply")}>{progress}</Panel>}
        {run.status === "CHECKED" && canWrite && (
          <Panel title={t("imports.step.apply")}>
            <div className={styles.actions}>
              <Button disabled={rows === 0} onClick={() => setAsks("apply")}>
                {t("imports.apply", { count: rows })}
              </Button>
              <span className={styles.help}>
                {rows === 0 ? t("imports.nothingToDo") : t("imports.applyHelp", { count: refused })}
              </span>
            </div>
          </Panel>
        )}
        {done && (
          <Banner tone="good" title={t("imports.done", { count: rows })}>
            <Link to={paths.managementProjects}>{t("imports.toProjects")}</Link>
          </Banner>
        )}
      </div>
      {counts && !working && (
        <ImportReport id={run.id} at={run.importedAt ?? run.checkedAt ?? ""} done={done} />
      )}

      {asks === "apply" && (
        <ActionDialog
          title={t("imports.confirm.title", { count: rows })}
          text={t("imports.confirm.text", { count: refused })}
          confirm={t("imports.apply", { count: rows })}
          busy={busy}
          failure={failure === undefined ? undefined : reasonOf(failure)}
          onConfirm={() =>
            void act(() => actions.apply(run.version)).then((ok) => ok && setAsks(undefined))
          }
          onClose={() => setAsks(undefined)}
        >
          {null}
        </ActionDialog>
      )}
      {asks === "delete" && (
        <ActionDialog
          title={t("imports.delete.title")}
          text={t(done ? "imports.delete.doneText" : "imports.delete.text")}
          confirm={t("imports.delete.confirm")}
          danger
          busy={busy}
          failure={failure === undefined ? undefined : reasonOf(failure)}
          onConfirm={() =>
            void act(actions.remove).then(
              (ok) => ok && void navigate({ to: paths.managementImports }),
            )
          }
          onClose={() => setAsks(undefined)}
        >
          {null}
        </ActionDialog>
      )}
    </>
  );
}

/** How many rows of each file are what. */
function Counts({ counts }: { counts: NonNullable<CatalogueImport["checked"]> }) {
  const { t } = useTranslation();
  const states = ["new", "changed", "unchanged", "refused"] as const;
  return (
    <table className={styles.counts}>
      <caption>{t("imports.counts")}</caption>
      <thead>
        <tr>
          <td />
          {states.map((state) => (
            <th key={state} scope="col">
              {t(`imports.column.${state}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {importFileKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`imports.file.${kind}`)}</th>
            {states.map((state) => (
              <td key={state}>{counts[kind][state].toLocaleString("en")}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
