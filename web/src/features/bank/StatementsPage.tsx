import type { listBankStatements } from "@tonneline/contract/bank";
import type { ResponseOf } from "@tonneline/contract/endpoint";
import { Link, useNavigate } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { day, euros, whole } from "../../lib/format.ts";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { Tag } from "../../ui/Tag.tsx";
import styles from "./bank.module.css";
import { statements } from "./bank.queries.ts";
import { grouped, ToEntries } from "./columns.tsx";
import { gapText } from "./Gaps.tsx";
import "../../locales/en/bank.ts";
import "../../locales/en/table.ts";

type Statement = ResponseOf<typeof listBankStatements>["content"][number];

/**
 * /management/bank/statements: imported statements, whether each adds up and follows the previous one, and what is
 * left to do.
 */
export function StatementsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useList(statements);
  return (
    <ListScreen
      {...list.screen}
      name="management-statements"
      texts={t("bank.statements", { returnObjects: true })}
      columns={columns(t)}
      hiddenByDefault={["account", "incoming", "outgoing", "file"]}
      onRow={({ id }) => void navigate({ to: paths.managementBank, search: entriesOf(id) })}
      actions={<ToEntries />}
      total={(counted) => t("bank.statements.total", counted)}
    />
  );
}

const entriesOf = (id: number) => ({ statement: String(id), tab: "all" });

function columns(t: TFunction): Column<Statement>[] {
  const sum = (name: "opening" | "incoming" | "outgoing" | "closing") => ({
    name,
    label: t(`bank.statements.column.${name}`),
    num: true,
    cell: ({ [name]: value }: Statement) => (value === null ? "–" : euros(value)),
  });
  return [
    {
      name: "statement",
      label: t("bank.statements.column.statement"),
      sort: "statementId",
      fixed: true,
      phone: "name",
      cell: ({ id, statementId, kind, version }) => (
        <span className={styles.two}>
          <Link to={paths.managementBank} search={entriesOf(id)} data-record={id}>
            {statementId}
          </Link>
          <small>{`${kind}.${version}`}</small>
        </span>
      ),
    },
    {
      name: "days",
      label: t("bank.statements.column.days"),
      sort: "to",
      latestFirst: true,
      phone: "detail",
      cell: ({ from, to }) => (from === to ? day(to) : `${day(from)} – ${day(to)}`),
    },
    {
      name: "account",
      label: t("bank.statements.column.account"),
      sort: "account",
      cell: ({ account }) => (
        <span className={styles.mono} translate="no">
          {grouped(account)}
        </span>
      ),
    },
    sum("opening"),
    sum("incoming"),
    sum("outgoing"),
    { ...sum("closing"), phone: "figure" },
    {
      name: "check",
      label: t("bank.statements.column.check"),
      fixed: true,
      cell: (statement) => <Proof statement={statement} />,
    },
    {
      name: "done",
      label: t("bank.statements.column.done"),
      num: true,
      phone: "state",
      cell: ({ done, entries }) =>
        t("bank.statements.done", { done: whole(done), entries: whole(entries) }),
    },
    {
      name: "added",
      label: t("bank.statements.column.added"),
      sort: "addedAt",
      latestFirst: true,
      cell: ({ addedAt, addedBy }) => (
        <span className={styles.two}>
          <Timestamp at={addedAt} />
          <small>{addedBy || t("bank.statements.folder")}</small>
        </span>
      ),
    },
    {
      name: "file",
      label: t("bank.statements.column.file"),
      cell: ({ fileName }) => fileName,
    },
  ];
}

/** Whether the opening balance plus entries equals the closing balance, and whether the previous statement was added. */
function Proof({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  const { opening, follows, gap } = statement;
  return (
    <span className={styles.two}>
      <span>
        <Tag label={t(opening === null ? "bank.import.unproven" : "bank.import.addsUp")} />
      </span>
      {gap ? (
        <small className={gap.reason === null ? styles.out : undefined}>
          {gapText(t, statement)} {gap.reason && t("bank.gap.accepted", { reason: gap.reason })}
        </small>
      ) : (
        follows && <small>{t("bank.import.follows")}</small>
      )}
    </span>
  );
}
