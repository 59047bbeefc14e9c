import type { BankEntry } from "@tonneline/contract/bank";
import {
  IconArrowBackUp,
  IconBan,
  IconBulb,
  IconCircleCheck,
  IconHelpCircle,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Fragment } from "react";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { dateTime, euros, shortDay } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { sumEuros } from "../../lib/sumEuros.ts";
import type { TableSearch } from "../../lib/tableSearch.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { RecordLink } from "../../ui/table/RecordLink.tsx";
import styles from "./bank.module.css";
import { entries } from "./bank.queries.ts";
import { UpButton } from "../../ui/UpButton.tsx";

/** Returns the column of when and by whom a record was created. */
export function madeColumn<Row extends { createdAt: string; createdBy: string }>(label: string) {
  return {
    label,
    sort: "createdAt",
    latestFirst: true,
    cell: ({ createdAt, createdBy }: Row) => (
      <span className={styles.two}>
        <Timestamp at={createdAt} />
        <small>{createdBy}</small>
      </span>
    ),
  };
}

/** Leads back to the entries from a related list. */
export function ToEntries() {
  const { t } = useTranslation();
  return <UpButton to={paths.managementBank}>{t("bank.statements.toEntries")}</UpButton>;
}

/** Returns the columns of the bank's entries, without actions. */
export function entryColumns(t: TFunction, search: TableSearch): Column<BankEntry>[] {
  return [
    {
      name: "booked",
      label: t("bank.column.booked"),
      sort: "bookedOn",
      latestFirst: true,
      phone: "state",
      cell: ({ bookedOn }) => shortDay(bookedOn),
    },
    {
      name: "payer",
      label: t("bank.column.payer"),
      sort: "payer",
      fixed: true,
      phone: "name",
      cell: ({ id, payer, payerIban }) => (
        <span className={styles.two}>
          <RecordLink spec={entries.spec} search={search} id={id}>
            {payer || t("bank.unnamed")}
          </RecordLink>
          <small className={styles.mono} translate="no">
            {grouped(payerIban)}
          </small>
        </span>
      ),
    },
    {
      name: "text",
      label: t("bank.column.text"),
      cell: ({ text, references }) => (
        <div className={styles.said}>{[...references, text].filter(Boolean).join(" ")}</div>
      ),
    },
    {
      name: "amount",
      label: t("bank.column.amount"),
      sort: "amount",
      num: true,
      fixed: true,
      phone: "figure",
      cell: ({ amount }) => (
        <span className={amount < 0 ? styles.out : undefined}>{euros(amount)}</span>
      ),
    },
    {
      name: "match",
      label: t("bank.column.match"),
      sort: "status",
      fixed: true,
      phone: "detail",
      cell: (entry) => <Match entry={entry} />,
    },
  ];
}

/** Formats an IBAN in groups of four. */
export const grouped = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, "$1 ");

const signs = {
  BOOKED: [IconCircleCheck, styles.good],
  MATCHED: [IconCircleCheck, styles.good],
  SUGGESTED: [IconBulb, styles.maybe],
  UNMATCHED: [IconHelpCircle, styles.nobody],
  IGNORED: [IconBan, undefined],
} as const;

/** The orders that an entry matches, and the reason for the match. */
export function Match({ entry }: { entry: BankEntry }) {
  const { t } = useTranslation();
  const { status, why, amount, orders } = entry;
  const [Sign, tone] =
    why === "RETURN" && status === "SUGGESTED"
      ? ([IconArrowBackUp, styles.back] as const)
      : signs[status];
  const allocated = sumEuros(orders.map((order) => order.amount));
  const open = sumEuros(orders.map((order) => order.open));
  const values = {
    orders: "\u0000",
    rest: euros(Math.max(0, sumEuros([amount, -allocated]))),
    open: euros(Math.max(0, sumEuros([open, -allocated]))),
  };
  const [sentence, reason]: readonly [string, string] =
    status === "BOOKED"
      ? [t("bank.booked", values), ""]
      : status === "IGNORED"
        ? [
            t(entry.ruleId !== null && !entry.decidedBy ? "bank.byRule" : "bank.ignored"),
            entry.reason ?? "",
          ]
        : [t(`bank.why.${why}`, values), t(`bank.because.${why}`, values)];
  const [before, after] = sentence.split("\u0000");
  const by = entry.decidedBy &&
    entry.decidedAt && { who: entry.decidedBy, when: dateTime(entry.decidedAt) };
  return (
    <div className={styles.match}>
      <Sign size={18} stroke={1.8} aria-hidden className={tone} />
      <span>
        {before}
        {after !== undefined &&
          orders.map(({ orderId }, index) => (
            <Fragment key={orderId}>
              {index > 0 && ", "}
              <Link to={paths.managementOrders} search={{ open: String(orderId) }}>
                {orderId}
              </Link>
            </Fragment>
          ))}
        {after}
      </span>
      <small>{[reason, by && t("bank.bookedBy", by)].filter(Boolean).join(" ")}</small>
    </div>
  );
}
