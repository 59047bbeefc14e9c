import * as contract from "@tonneline/contract/quotes";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile } from "../../core/http/csv.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import { Accepted, type Serve } from "../../core/http/serve.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { keep, makeFor, withdrawFor } from "./keeping.service.ts";
import { managedQuoteColumns, quoteColumns } from "./quotes.csv.ts";
import type { createQuotes } from "./quotes.service.ts";
import { allQuotes, anyQuote, quotesOf } from "./quotes.sql.ts";
import { managedView, quoteView } from "./quotes.view.ts";

interface Site {
  publicUrl: string;
  seller: () => Promise<Settings["seller"]>;
}

/**
 * Registers the endpoints for quotes of the caller's company. Every colleague who may read orders may read them; only their
 * author may order or withdraw them. An order that needs a colleague's approval returns 202.
 */
export function quoteRoutes(
  serve: Serve,
  db: Db,
  quotes: ReturnType<typeof createQuotes>,
  { publicUrl, seller }: Site,
): void {
  serve(contract.createQuote, ({ caller, body, idempotencyKey }) =>
    quotes.make(caller, body?.countryCode, idempotencyKey),
  );
  serve(
    contract.listQuotes,
    ({ caller, query }) =>
      quotesOf(caller.companyId).page(db, query, (row) => quoteView(row, caller.userId)),
    ({ caller, query }) =>
      csvFile("quotes", quoteColumns, quotesOf(caller.companyId).stream(db, query)),
  );
  serve(contract.getQuote, async ({ caller, params }) =>
    quoteView(await quotes.read(caller, params.id), caller.userId),
  );
  serve(contract.getQuotePdf, async ({ caller, params }) => {
    const row = await quotes.read(caller, params.id);
    const quote = quoteView(row, caller.userId);
    const address = `${publicUrl}/user/settings/quotes/${quote.id}`;
    const { quotePdf } = await import("./quotes.pdf.ts");
    const bytes = await quotePdf(quote, {
      seller: await seller(),
      buyer: row.companyName,
      address,
    });
    return bytesAnswer(bytes, `${quote.number}.pdf`, "application/pdf");
  });
  serve(contract.orderQuote, async ({ caller, params, body }) => {
    const done = await quotes.order(caller, params.id, body);
    return "approval" in done ? new Accepted(done) : done;
  });
  serve(contract.previewQuoteApproval, ({ caller, params }) =>
    quotes.previewApproval(caller, params.id),
  );
  serve(contract.withdrawQuote, ({ caller, actor, params }) =>
    quotes.withdraw(caller, params.id, actor),
  );
}

/** Registers the operators' endpoints for quotes. */
export function managedQuoteRoutes(
  serve: Serve,
  db: Db,
  settings: SettingsService,
  quotes: ReturnType<typeof createQuotes>,
): void {
  serve(
    contract.listManagedQuotes,
    ({ query }) => allQuotes.page(db, query, managedView),
    ({ query }) => csvFile("quotes", managedQuoteColumns, allQuotes.stream(db, query)),
  );
  serve(contract.getManagedQuote, async ({ params }) =>
    managedView((await anyQuote(db, params.id)) ?? refuse("NOT_FOUND")),
  );
  serve(contract.createManagedQuote, ({ body, ...context }) =>
    makeFor(db, settings, body, context),
  );
  serve(contract.extendQuote, ({ params, body, actor }) =>
    keep(db, settings, { ...params, ...body }, actor),
  );
  serve(contract.withdrawManagedQuote, ({ params, actor }) => withdrawFor(db, params.id, actor));
  serve(contract.orderManagedQuote, async ({ params, body, actor }) => {
    const done = await quotes.orderFor(params.id, body, actor);
    return "approval" in done ? new Accepted(done) : done;
  });
}
