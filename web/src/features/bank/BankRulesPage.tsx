import { Button } from "@mantine/core";
import type { BankRule } from "@tonneline/contract/bankRules";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { dateTime, day, whole } from "../../lib/format.ts";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./bank.module.css";
import { bankRules, useEndRule } from "./bank.queries.ts";
import { grouped, madeColumn, ToEntries } from "./columns.tsx";
import "../../locales/en/bank.ts";
import "../../locales/en/table.ts";

/** /management/bank/rules: the rules that set entries aside, how often each applied, and a button to end it. */
export function BankRulesPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("orders:write") ?? false;
  const list = useList(bankRules);
  const [ending, setEnding] = useState<BankRule>();
  const shown = columns(t);
  if (canWrite) {
    shown.push({
      name: "actions",
      label: t("bank.rules.column.actions"),
      quiet: true,
      fixed: true,
      phone: "state",
      cell: (rule) =>
        rule.state === "ACTIVE" && (
          <Button size="xs" variant="default" onClick={() => setEnding(rule)}>
            {t("bank.rules.end")}
          </Button>
        ),
    });
  }
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-bank-rules"
        texts={t("bank.rules", { returnObjects: true })}
        columns={shown}
        tabLabel={(tab) => t(`bank.rules.tab.${tab}`)}
        actions={<ToEntries />}
        total={(counted) => t("bank.rules.total", counted)}
      />
      {ending && <EndDialog rule={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function EndDialog({ rule, onClose }: { rule: BankRule; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useEndRule();
  return (
    <ActionDialog
      title={t("bank.rules.endTitle")}
      text={t("bank.rules.endText")}
      confirm={t("bank.rules.endTitle")}
      danger
      busy={isPending}
      failure={error ? reasonOf(error) : undefined}
      onConfirm={() =>
        mutate(rule, {
          onSuccess: () => {
            showToast({ tone: "good", text: t("bank.rules.ended") });
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

function columns(t: TFunction): Column<BankRule>[] {
  return [
    {
      name: "payer",
      label: t("bank.rules.column.payer"),
      sort: "payer",
      fixed: true,
      phone: "name",
      cell: ({ id, payer, payerIban }) => (
        <span className={styles.two}>
          <Link
            to={paths.managementBank}
            search={{ rule: String(id), tab: "all" }}
            data-record={id}
          >
            {payer || t("bank.unnamed")}
          </Link>
          <small className={styles.mono} translate="no">
            {grouped(payerIban)}
          </small>
        </span>
      ),
    },
    {
      name: "direction",
      label: t("bank.rules.column.direction"),
      phone: "detail",
      cell: ({ outgoing }) => t(outgoing ? "bank.rules.out" : "bank.rules.in"),
    },
    {
      name: "words",
      label: t("bank.rules.column.words"),
      cell: ({ words }) => <div className={styles.said}>{words || "–"}</div>,
    },
    {
      name: "reason",
      label: t("bank.rules.column.reason"),
      sort: "reason",
      cell: ({ reason }) => <span className={styles.two}>{reason}</span>,
    },
    {
      name: "entries",
      label: t("bank.rules.column.entries"),
      num: true,
      phone: "figure",
      cell: ({ entries, newestOn }) => (
        <span className={styles.two}>
          {whole(entries)}
          {newestOn && <small>{t("bank.rules.newest", { day: day(newestOn) })}</small>}
        </span>
      ),
    },
    {
      name: "made",
      ...madeColumn(t("bank.rules.column.made")),
    },
    {
      name: "state",
      label: t("bank.rules.column.state"),
      cell: ({ state, endedAt, endedBy }) => (
        <span className={styles.two}>
          <span>
            <Tag label={t(`bank.rules.tab.${state}`)} />
          </span>
          {endedAt && <small>{`${dateTime(endedAt)}, ${endedBy ?? ""}`}</small>}
        </span>
      ),
    },
  ];
}
