import { Button } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { day, euros, whole } from "../../lib/format.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { FileChoice } from "../../ui/FileChoice.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { useDrop } from "../../ui/useDrop.ts";
import { showToast } from "../../ui/toast.tsx";
import styles from "./bank.module.css";
import { useImportStatements } from "./bank.queries.ts";
import { gapText } from "./Gaps.tsx";

const texts = {
  entries: { confirm: "add", done: "added" },
  statements: { confirm: "addStatement", done: "addedStatement" },
  refusals: { confirm: "refusals", done: "listed" },
} as const;

/** Imports a file from the bank: reads it, shows its proof and what is new, and adds it on confirmation. */
export function StatementsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const trial = useImportStatements();
  const adding = useImportStatements();
  const read = trial.data;
  const fresh =
    read?.statements.reduce((sum, { entries, duplicates }) => sum + entries - duplicates, 0) ?? 0;
  // A statement without new entries may still close a gap before another one.
  const statements = read?.statements.filter(({ isNew }) => isNew).length ?? 0;
  const refusals = read?.refusals.length ?? 0;
  const count = fresh || statements || refusals;
  const what = fresh > 0 ? "entries" : statements > 0 ? "statements" : "refusals";

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    setFile(chosen);
    adding.reset();
    trial.mutate({ file: chosen, dryRun: true });
  }
  function add() {
    if (!file) return;
    adding.mutate(
      { file, dryRun: false },
      {
        onSuccess: () => {
          showToast({ tone: "good", text: t(`bank.import.${texts[what].done}`, { count }) });
          onClose();
        },
      },
    );
  }

  return (
    <ActionDialog
      title={t("bank.import.title")}
      text={t("bank.import.text")}
      confirm={
        !read
          ? t("bank.import.addNone")
          : t(`bank.import.${count > 0 ? texts[what].confirm : "nothingNew"}`, { count })
      }
      busy={adding.isPending}
      impossible={count === 0}
      failure={adding.error ? reasonOf(adding.error) : undefined}
      onConfirm={add}
      onClose={onClose}
    >
      <ChooseFile file={file} reading={trial.isPending} onChoose={choose} />
      {trial.error && (
        <Banner tone="bad" title={t("bank.import.failed")}>
          {reasonOf(trial.error)}
        </Banner>
      )}
      {read && <ReadSummary read={read} fresh={fresh} />}
    </ActionDialog>
  );
}

interface ChooseProps {
  file: File | undefined;
  reading: boolean;
  onChoose: (chosen: File | undefined) => void;
}

/** Drops or chooses the file. */
function ChooseFile({ file, reading, onChoose }: ChooseProps) {
  const { t } = useTranslation();
  const { isOver, dropProps } = useDrop(([first]) => onChoose(first));
  return (
    <div className={`${styles.drop} ${isOver ? styles.over : ""}`} {...dropProps}>
      <IconFileUpload size={24} stroke={1.6} aria-hidden />
      <span role="status">
        {reading
          ? t("bank.import.reading", { name: file?.name ?? "" })
          : (file?.name ?? t("bank.import.drop"))}
      </span>
      <FileChoice onChoose={onChoose} accept=".xml,.zip,application/xml,application/zip">
        {(props) => (
          <Button {...props} variant="default" size="sm" data-autofocus>
            {t(file ? "bank.import.other" : "bank.import.choose")}
          </Button>
        )}
      </FileChoice>
    </div>
  );
}

type Read = NonNullable<ReturnType<typeof useImportStatements>["data"]>;

/** The statements of the file, its skipped parts, and the likely matches of its new entries. */
function ReadSummary({ read, fresh }: { read: Read; fresh: number }) {
  const { t } = useTranslation();
  const countOf = (status: string) =>
    whole(read.found.find((each) => each.status === status)?.entries ?? 0);
  return (
    <>
      <ul className={styles.read}>
        {read.statements.map((statement) => (
          <ReadStatement
            key={`${statement.kind} ${statement.statementId} ${statement.from}`}
            statement={statement}
          />
        ))}
        {read.reports.map(({ fileId, isNew }, index) => (
          // Several may be about one file; their order is fixed.
          <li key={index}>
            <b>{t("bank.import.report", { id: fileId })}</b>
            {!isNew && <small>{t("bank.import.noRefusal")}</small>}
          </li>
        ))}
        {read.refusals.map(({ refundId, name, amount, reason, cameBack }) => (
          <li key={refundId}>
            <b>{t("bank.import.refusal", { amount: euros(amount), name })}</b>
            <span>
              <Tag label={t(`bank.import.${cameBack ? "cameBack" : "refuses"}`)} />
            </span>
            <small>{t("bank.import.listAgain", { reason })}</small>
          </li>
        ))}
        {read.refused.map(({ fileName, reason }) => (
          <li key={`${fileName} ${reason}`}>
            <b>{fileName}</b>
            <span>
              <Tag label={t("bank.import.leftOut")} />
            </span>
            <small>{reason}</small>
          </li>
        ))}
      </ul>
      {fresh > 0 && (
        <p>
          {t("bank.import.found", {
            matched: countOf("MATCHED"),
            suggested: countOf("SUGGESTED"),
            unmatched: countOf("UNMATCHED"),
          })}{" "}
          {t("bank.import.books")}
        </p>
      )}
    </>
  );
}

function ReadStatement({ statement }: { statement: Read["statements"][number] }) {
  const { t } = useTranslation();
  const { opening, closing, incoming, outgoing, entries, duplicates, follows, gap, isNew } =
    statement;
  const isProven = opening !== null && closing !== null;
  const check = !isNew && entries === duplicates ? "known" : isProven ? "addsUp" : "unproven";
  return (
    <li>
      <b>
        {statement.statementId}, {day(statement.to)} · {statement.kind}.{statement.version}
      </b>
      <span>
        <Tag label={t(`bank.import.${check}`)} /> {follows && t("bank.import.follows")}
      </span>
      {gap && <small className={styles.out}>{gapText(t, statement)}</small>}
      {isProven && (
        <small>
          {t("bank.import.sums", {
            opening: euros(opening),
            incoming: euros(incoming),
            outgoing: euros(outgoing),
            closing: euros(closing),
          })}
        </small>
      )}
      <small>
        {t("bank.import.entries", {
          count: entries,
          entries: whole(entries),
          number: whole(entries - duplicates),
        })}
      </small>
    </li>
  );
}
