import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { withoutAddresses } from "../../core/mailText.ts";
import { coded } from "../../core/mailTexts/texts.ts";
import { formatEuros } from "../../core/money.ts";
import type { News } from "./alerts.rules.ts";

// More than anyone reads in a mail; the page lists all.
const maxLines = 20;

interface SearchNews {
  name: string;
  query: string;
  news: News;
  nameOf: (projectId: number) => string;
}

const price = (cents: number | null) => (cents === null ? "on request" : formatEuros(cents));
const priceFrom = (cents: number | null) => (cents === null ? "" : "from ") + price(cents);

// The law demands it of mails with offers (Directive 2002/58/EC, Art. 13), so it is not left to the operators' wording.
const ending = {
  words:
    "You get at most one such email a day for this search. To stop them, turn its alert off under Shortlists, Saved searches",
  path: "/shortlists",
};

/** Mails what is new in a saved search. */
export async function mailNews(
  tx: Tx,
  to: string,
  { name, query, news, nameOf }: SearchNews,
): Promise<void> {
  const { added, onSale, again, priced } = news;
  const lines = [
    // The project itself may not be new to the marketplace: it is new to this search.
    ...added.map((id) => `New in this search: ${nameOf(id)}`),
    ...onSale.map((id) => `Now for sale: ${nameOf(id)}`),
    ...again.map((id) => `Back in this search: ${nameOf(id)}`),
    ...priced.map(
      ({ id, before, after }) => `${nameOf(id)}: ${priceFrom(after)}, before ${price(before)}`,
    ),
  ];
  const more = lines.length - maxLines;
  const path = "/marketplace/spot";
  await writeMails(tx, [
    {
      to,
      permission: "projects:read",
      ...coded(
        "search.news",
        { search: withoutAddresses(name) },
        {
          path: query === "" ? path : `${path}?${query}`,
          lines: [...lines.slice(0, maxLines), ...(more > 0 ? [`and ${more} more`] : [])],
          ending,
        },
      ),
    },
  ]);
}
