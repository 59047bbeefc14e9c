import { Button } from "@mantine/core";
import { ageBuckets, type Receivable } from "@tonneline/contract/receivables";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { day, euros, shortDay, whole } from "../../lib/format.ts";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import { code } from "../../ui/Facts.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { CompanyLink } from "../company/CompanyLink.tsx";
import { openOf, receivables, useResumeReminders } from "./receivables.queries.ts";
import styles from "./receivables.module.css";
import { ReminderDialog } from "./ReminderDialog.tsx";
import { StopDialog } from "./StopDialog.tsx";
import "../../locales/en/receivables.ts";
import "../../locales/en/table.ts";

/** /management/receivables: amounts due by age, and reminders of them. */
export function RemindersPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("orders:write") ?? false;
  const list = useList(receivables);
  const { search, data } = list;
  const [reminding, setReminding] = useState<Receivable>();
  const [stopping, setStopping] = useState<Receivable>();
  const columns = receivableColumns(t);
  if (canWrite) {
    columns.push({
      name: "actions",
      label: t("receivables.column.actions"),
      quiet: true,
      fixed: true,
      phone: "actions",
      cell: (row) => (
        <RowActions row={row} onRemind={() => setReminding(row)} onStop={() => setStopping(row)} />
      ),
    });
  }
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-receivables"
        texts={t("receivables", { returnObjects: true })}
        columns={columns}
        onRow={canWrite ? setReminding : () => {}}
        tabLabel={(tab) => t(`receivables.tab.${tab}`)}
        total={
          data &&
          ((counted) =>
            // Amounts due are known by age only, not for search results.
            search.q
              ? t("receivables.invoices", counted)
              : t("receivables.total", { ...counted, sum: euros(openOf(search.tab, data.ageing)) }))
        }
        above={
          <dl className={styles.ages} aria-label={t("receivables.ages")}>
            {ageBuckets.map((bucket) => {
              const of = data?.ageing.find((one) => one.bucket === bucket);
              return (
                <div key={bucket}>
                  <dt>{t(`receivables.tab.${bucket}`)}</dt>
                  <dd>
                    <b>{of ? euros(of.amount) : "–"}</b>
                  </dd>
                  <dd>
                    <small>
                      {of
                        ? t("receivables.invoices", {
                            count: of.invoices,
                            number: whole(of.invoices),
                          })
                        : "–"}
                    </small>
                  </dd>
                </div>
              );
            })}
          </dl>
        }
      />
      {reminding && <ReminderDialog invoice={reminding} onClose={() => setReminding(undefined)} />}
      {stopping && <StopDialog invoice={stopping} onClose={() => setStopping(undefined)} />}
    </>
  );
}

/** The actions on an invoice: send a reminder, stop reminders, or resume them. */
function RowActions(props: { row: Receivable; onRemind: () => void; onStop: () => void }) {
  const { t } = useTranslation();
  const { row, onRemind, onStop } = props;
  const resuming = useResumeReminders();
  const stopped = row.stop !== null && row.stop.kind !== "BANK";
  const { fallback, rememberFocus } = useNextFocus<HTMLButtonElement>();
  function resume() {
    rememberFocus();
    const number = row.invoiceNumber;
    resuming.mutate(row, {
      onSuccess: () => showToast({ tone: "good", text: t("receivables.resumed", { number }) }),
      onError: (error) => showToast({ tone: "bad", text: reasonOf(error) }),
    });
  }
  return (
    <span className={styles.actions}>
      {row.level < 3 && !stopped && (
        <Button size="xs" variant="default" onClick={onRemind}>
          {t("receivables.remind")}
        </Button>
      )}
      {stopped ? (
        <BusyButton size="xs" variant="default" busy={resuming.isPending} onClick={resume}>
          {t(row.stop?.kind === "DISPUTE" ? "receivables.endDispute" : "receivables.resume")}
        </BusyButton>
      ) : (
        <Button ref={fallback} size="xs" variant="default" onClick={onStop}>
          {t("receivables.stopIt")}
        </Button>
      )}
    </span>
  );
}

function receivableColumns(t: TFunction): Column<Receivable>[] {
  return [
    {
      name: "company",
      label: t("receivables.column.company"),
      sort: "companyName",
      fixed: true,
      phone: "name",
      cell: ({ id, companyId, companyName }) => (
        <div className={styles.two}>
          <LongText text={companyName}>
            <CompanyLink id={companyId} name={companyName} />
          </LongText>
          <small>
            <Link to={paths.managementOrders} search={{ open: String(id) }}>
              {t("receivables.order", { id })}
            </Link>
          </small>
        </div>
      ),
    },
    {
      name: "invoice",
      wide: true,
      label: t("receivables.column.invoice"),
      sort: "invoiceNumber",
      phone: "detail",
      cell: ({ invoiceNumber }) => code(invoiceNumber),
    },
    {
      name: "due",
      label: t("receivables.column.due"),
      sort: "dueOn",
      fixed: true,
      phone: "state",
      cell: ({ dueOn, daysLate }) => (
        <span className={styles.two}>
          {shortDay(dueOn)}
          {daysLate > 0 && (
            <span className={styles.late}>{t("receivables.late", { count: daysLate })}</span>
          )}
        </span>
      ),
    },
    {
      name: "open",
      label: t("receivables.column.open"),
      sort: "open",
      num: true,
      fixed: true,
      phone: "figure",
      cell: ({ open }) => euros(open),
    },
    {
      name: "last",
      wide: true,
      label: t("receivables.column.last"),
      cell: ({ level, remindedOn }) =>
        remindedOn
          ? t("receivables.level", { level, day: shortDay(remindedOn) })
          : t("receivables.noneYet"),
    },
    {
      name: "next",
      label: t("receivables.column.next"),
      cell: ({ next, stop }) => (
        <span className={styles.two}>
          {stop
            ? t(`receivables.stop.${stop.kind}`, { day: stop.until ? day(stop.until) : "" })
            : next
              ? t("receivables.level", { level: next.level, day: shortDay(next.on) })
              : t("receivables.over")}
          {stop && <small>{stop.reason}</small>}
        </span>
      ),
    },
  ];
}
