import { Button } from "@mantine/core";
import type { BankEntry } from "@tonneline/contract/bank";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useList } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { DayRangePill } from "../../ui/table/DayRangePill.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { BankActions } from "./BankActions.tsx";
import { entries, useBooking } from "./bank.queries.ts";
import { entryColumns } from "./columns.tsx";
import { EntryDrawer } from "./EntryDrawer.tsx";
import { Figures } from "./Figures.tsx";
import { Gaps } from "./Gaps.tsx";
import { RulePill, StatementPill } from "./StatementPill.tsx";
import { StatementsDialog } from "./StatementsDialog.tsx";
import { useBookOne } from "./useBookOne.ts";
import "../../locales/en/bank.ts";
import "../../locales/en/table.ts";

/** /management/bank: entries of bank statements, booked for orders one by one or all certain ones at once. */
export function BankPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("orders:write") ?? false;
  const list = useList(entries);
  const { search, data } = list;
  const booking = useBooking();
  const one = useBookOne(booking);
  const [adding, setAdding] = useState(false);

  const columns = entryColumns(t, search);
  if (canWrite) {
    columns.push({
      name: "actions",
      label: t("bank.column.actions"),
      quiet: true,
      fixed: true,
      cell: (entry) => (
        <RowAction
          entry={entry}
          busy={one.isBusy(entry)}
          onBook={() => one.book(entry)}
          onFind={() => list.change({ ...search, open: String(entry.id) })}
        />
      ),
    });
  }
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-bank"
        texts={t("bank", { returnObjects: true })}
        columns={columns}
        tabLabel={(tab) => t(`bank.tab.${tab}`)}
        pills={
          <>
            <DayRangePill label={t("bank.days")} search={search} onChange={list.change} />
            <StatementPill search={search} onChange={list.change} />
            <RulePill search={search} onChange={list.change} />
          </>
        }
        total={(counted) => t("bank.total", counted)}
        above={
          <>
            <Gaps canWrite={canWrite} />
            <Figures />
          </>
        }
        actions={
          <BankActions
            sure={data?.counts.MATCHED ?? 0}
            canWrite={canWrite}
            booking={booking}
            onAdd={() => setAdding(true)}
          />
        }
      />
      <EntryDrawer id={search.open} canWrite={canWrite} booking={booking} onClose={list.close} />
      {adding && <StatementsDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** The most common action on an entry, in one click. */
function RowAction(props: {
  entry: BankEntry;
  busy: boolean;
  onBook: () => void;
  onFind: () => void;
}) {
  const { t } = useTranslation();
  const { entry, busy } = props;
  const { status, why, orders } = entry;
  if (status === "BOOKED" || status === "IGNORED") return null;
  const label =
    why === "RETURN"
      ? t("bank.reopen")
      : why === "REFERENCE_PART" || why === "NUMBER_PART"
        ? t("bank.bookPart")
        : t(orders.length > 1 ? "bank.bookAll" : "bank.book");
  return status === "UNMATCHED" ? (
    <Button size="xs" variant="default" onClick={props.onFind}>
      {t("bank.find")}
    </Button>
  ) : (
    <BusyButton size="xs" variant="default" busy={busy} onClick={props.onBook}>
      {label}
    </BusyButton>
  );
}
