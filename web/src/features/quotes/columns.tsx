import { Link } from "@tanstack/react-router";
import type { Quote } from "@tonneline/contract/quotes";
import type { TFunction } from "i18next";
import { day, euros, whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { FirstOf } from "../../ui/FirstOf.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { endsAt } from "./ends.ts";
import { QuoteStatusBadge } from "./QuoteStatusBadge.tsx";

/** Names the first item, and how many more there are. */
function Items({ items, t }: { items: Quote["items"]; t: TFunction }) {
  const [first] = items;
  if (!first) return null;
  const name =
    first.productType === "VINTAGE_CREDITS" ? first.product.projectName : first.product.reportName;
  const more = items.length > 1 ? t("quotes.more", { rest: items.length - 1 }) : "";
  return (
    <LongText text={`${name} ${more}`.trim()}>
      <FirstOf name={name} more={more} />
    </LongText>
  );
}

/** Returns the columns of the list of quotes. */
export function quoteColumns(t: TFunction): Column<Quote>[] {
  return [
    {
      name: "number",
      phone: "name",
      fixed: true,
      label: t("quotes.column.number"),
      cell: ({ id, number }) => (
        <Link to={paths.quote} params={{ id: String(id) }}>
          {number}
        </Link>
      ),
    },
    {
      name: "items",
      phone: "detail",
      label: t("quotes.column.items"),
      cell: ({ items }) => <Items items={items} t={t} />,
    },
    {
      name: "author",
      label: t("quotes.column.author"),
      cell: ({ author }) => <LongText text={author} />,
    },
    {
      name: "createdAt",
      label: t("quotes.column.made"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => day(createdAt),
    },
    {
      name: "tonnes",
      label: t("quotes.column.tonnes"),
      num: true,
      cell: ({ totalCredits }) => whole(totalCredits),
    },
    {
      name: "net",
      phone: "figure",
      label: t("quotes.column.net"),
      sort: "totalPriceNet",
      num: true,
      cell: ({ totalPriceNet }) => euros(totalPriceNet),
    },
    {
      name: "validUntil",
      label: t("quotes.column.until"),
      sort: "validUntil",
      latestFirst: true,
      cell: ({ validUntil }) => endsAt(validUntil),
    },
    {
      name: "status",
      phone: "state",
      label: t("quotes.column.status"),
      cell: (row) => <QuoteStatusBadge {...row} />,
    },
  ];
}
