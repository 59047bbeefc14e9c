import * as contract from "@tonneline/contract/quotes";
import type { Db } from "../../core/db.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import { Accepted, type Serve } from "../../core/http/serve.ts";
import { quotePdf } from "./quotes.pdf.ts";
import type { createQuotes } from "./quotes.service.ts";
import { quotesOf } from "./quotes.sql.ts";
import { quoteView } from "./quotes.view.ts";

interface Site {
  publicUrl: string;
  /** The name of whoever sells, and where its days begin. */
  seller: () => Promise<{ name: string; timeZone: string }>;
}

export function quoteRoutes(
  serve: Serve,
  db: Db,
  quotes: ReturnType<typeof createQuotes>,
  { publicUrl, seller }: Site,
): void {
  serve(contract.createQuote, ({ caller, body }) => quotes.make(caller, body?.countryCode));
  serve(contract.listQuotes, ({ caller, query }) =>
    quotesOf(caller.companyId).page(db, query, (row) => quoteView(row, caller.userId)),
  );
  serve(contract.getQuote, async ({ caller, params }) =>
    quoteView(await quotes.read(caller, params.id), caller.userId),
  );
  serve(contract.getQuotePdf, async ({ caller, params }) => {
    const quote = quoteView(await quotes.read(caller, params.id), caller.userId);
    const bytes = await quotePdf(quote, { ...(await seller()), address: `${publicUrl}/cart` });
    return bytesAnswer(bytes, `${quote.number}.pdf`, "application/pdf");
  });
  serve(contract.orderQuote, async ({ caller, params, body }) => {
    const done = await quotes.order(caller, params.id, body);
    return "approval" in done ? new Accepted(done) : done;
  });
}
