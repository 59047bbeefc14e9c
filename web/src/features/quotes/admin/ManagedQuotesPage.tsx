import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ManagedQuote } from "@tonneline/contract/quotes";
import type { TFunction } from "i18next";
import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { shortDay } from "../../../lib/format.ts";
import { useList } from "../../../lib/lists.ts";
import { quotePermissions, newQuote } from "../../../lib/paths.ts";
import { useUser } from "../../../lib/session.ts";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { LongText } from "../../../ui/table/LongText.tsx";
import { RecordLink } from "../../../ui/table/RecordLink.tsx";
import { CompanyPill } from "../../company/admin/CompanyPill.tsx";
import { CompanyLink } from "../../company/CompanyLink.tsx";
import { quoteColumns } from "../columns.tsx";
import { endsAtShort } from "../ends.ts";
import { managedQuotes } from "./managed.queries.ts";
import { OfferDialog } from "./OfferDialog.tsx";
import { QuoteDrawer } from "./QuoteDrawer.tsx";
import "../../../locales/en/cart.ts";
import "../../../locales/en/orders.ts";
import "../../../locales/en/quotes.ts";
import "../../../locales/en/reports.ts";
import "../../../locales/en/table.ts";

/**
 * /management/quotes: the buyers' quotes; operators keep them until a day, order them on behalf of buyers, or create
 * more.
 */
export function ManagedQuotesPage() {
  const { t } = useTranslation();
  const user = useUser();
  const canWrite = user?.permissions.has("orders:write") ?? false;
  const canOffer = quotePermissions.every((right) => user?.permissions.has(right));
  const list = useList(managedQuotes);
  const { company } = list.search.filters;
  const isAsked = useRouterState({ select: ({ location }) => location.hash === newQuote });
  const [offering, setOffering] = useState(isAsked && canOffer);
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-quotes"
        texts={t("quotes.managed", { returnObjects: true })}
        columns={managedColumns(t, list.search)}
        pills={<CompanyPill search={list.search} onChange={list.change} />}
        tabLabel={(tab) => (tab === "all" ? t("quotes.all") : t(`quotes.status.${tab}`))}
        actions={
          canOffer && (
            <Button
              size="sm"
              leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
              onClick={() => setOffering(true)}
            >
              {t("quotes.offer.open")}
            </Button>
          )
        }
      />
      <QuoteDrawer id={list.search.open} canWrite={canWrite} onClose={list.close} />
      {offering && (
        <OfferDialog
          companyId={company}
          onMade={(id) => list.change({ ...list.search, open: String(id) })}
          onClose={() => setOffering(false)}
        />
      )}
    </>
  );
}

/** The columns of the company's list, but the number opens the quote here, not on the buyer's pages; days are dense. */
function managedColumns(t: TFunction, search: TableSearch): Column<ManagedQuote>[] {
  const company: Column<ManagedQuote> = {
    name: "company",
    label: t("quotes.column.company"),
    sort: "companyName",
    cell: ({ companyId, companyName }) => (
      <LongText text={companyName}>
        <CompanyLink id={companyId} name={companyName} />
      </LongText>
    ),
  };
  const [number, items, ...others] = quoteColumns(t) as Column<ManagedQuote>[];
  const opens: Column<ManagedQuote> = {
    ...number!,
    cell: (row) => (
      <RecordLink spec={managedQuotes.spec} search={search} id={row.id}>
        {row.number}
      </RecordLink>
    ),
  };
  const dense: Record<string, Column<ManagedQuote>["cell"]> = {
    createdAt: ({ createdAt }) => shortDay(createdAt),
    validUntil: ({ validUntil }) => endsAtShort(validUntil),
  };
  const rest = others.map((column) => ({ ...column, cell: dense[column.name] ?? column.cell }));
  return [opens, company, items!, ...rest];
}
