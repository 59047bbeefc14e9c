import * as contract from "@tonneline/contract/bank";
import { endBankRule, listBankRules } from "@tonneline/contract/bankRules";
import type { BankFigures } from "@tonneline/contract/bank";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { csvFile } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { cents, euros } from "../../core/money.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { endBankRule as endRule, ignoreEntry } from "./aside.service.ts";
import { entryColumns, ruleColumns, statementColumns } from "./bank.csv.ts";
import { entryView, ruleView, statementView } from "./bank.view.ts";
import { openFigures } from "./book.sql.ts";
import { bookEntry, bookMatched, unbookEntry } from "./booking.service.ts";
import { entryById, listedEntries, sumsByStatus } from "./entries.sql.ts";
import { importStatements } from "./import.service.ts";
import { acceptGap } from "./gaps.service.ts";
import { listedRules, ruleById } from "./rules.sql.ts";
import { balances, listedStatements, statementsWithGap } from "./statements.sql.ts";

/** Registers the operators' endpoints for bank statements and the bookings made from them. */
export function bankRoutes(
  serve: Serve,
  db: Db,
  files: FileStore,
  settings: SettingsService,
): void {
  entryRoutes(serve, db, settings);

  serve(contract.importBankStatements, async ({ actor, query, file }) => {
    const { statements, reports, refusals, refused, found } = await importStatements(
      db,
      files,
      settings,
      actor,
      file,
      query.dryRun,
    );
    return {
      statements: statements.map(({ row, isNew, ...counts }) => {
        const view = statementView(row, counts);
        return { ...view, id: query.dryRun ? null : view.id, isNew };
      }),
      reports,
      refusals: refusals.map(({ id, cents: of, ...each }) => ({
        ...each,
        refundId: id,
        amount: euros(of),
      })),
      refused: refused.map(({ fileName, reason }) => ({ fileName, reason })),
      found: found.map(({ status, count, inCents, outCents }) => ({
        status,
        entries: count,
        amount: euros(inCents + outCents),
      })),
    };
  });

  serve(
    contract.listBankStatements,
    async ({ query }) => {
      const {
        sums: _,
        counts: __,
        ...page
      } = await listedStatements.page(db, query, (row) => ({
        ...statementView(row),
        done: row.done,
        addedBy: row.added_by ?? "",
        addedAt: row.created_at.toISOString(),
      }));
      return page;
    },
    ({ query }) => csvFile("statements", statementColumns, listedStatements.stream(db, query)),
  );

  serve(contract.acceptStatementGap, async ({ actor, params, body }) => {
    const row = await acceptGap(db, actor, params.id, body.reason);
    return statementView(row);
  });

  serve(contract.getBankSummary, () => figures(db, settings));

  serve(
    listBankRules,
    ({ query }) => listedRules.page(db, query, ruleView),
    ({ query }) => csvFile("bank-rules", ruleColumns, listedRules.stream(db, query)),
  );

  serve(endBankRule, async ({ actor, params }) => {
    await endRule(db, actor, params.id);
    return ruleView((await ruleById(db, params.id)) ?? refuse("NOT_FOUND"));
  });
}

/** Registers the endpoints for bank entries and their bookings. */
function entryRoutes(serve: Serve, db: Db, settings: SettingsService): void {
  const read = async (id: number) => entryView((await entryById(db, id)) ?? refuse("NOT_FOUND"));

  serve(
    contract.listBankEntries,
    ({ query }) => listedEntries.page(db, query, entryView),
    ({ query }) => csvFile("bank-entries", entryColumns, listedEntries.stream(db, query)),
  );

  serve(contract.getBankEntry, ({ params }) => read(params.id));

  serve(contract.bookBankEntry, async ({ actor, params, body }) => {
    const shares = body.orders.map(({ orderId, amount, open }) => ({
      orderId,
      cents: cents(amount),
      ...(open !== undefined && { openCents: cents(open) }),
    }));
    await bookEntry(db, settings, actor, params.id, shares);
    return read(params.id);
  });

  serve(contract.unbookBankEntry, async ({ actor, params, body }) => {
    await unbookEntry(db, settings, actor, params.id, body.reason);
    return read(params.id);
  });

  serve(contract.ignoreBankEntry, async ({ actor, params, body }) => {
    await ignoreEntry(db, actor, params.id, body.reason, body.always);
    return read(params.id);
  });

  serve(contract.bookMatchedEntries, async ({ actor }) => {
    const { results, remaining } = await bookMatched(db, settings, actor);
    return {
      results: results.map(({ cents: amount, ...each }) => ({ ...each, amount: euros(amount) })),
      remaining,
    };
  });
}

async function figures(db: Db, settings: SettingsService): Promise<BankFigures> {
  const [{ payment, bank }, known, sums, open, gaps] = await Promise.all([
    settings.current(),
    balances(db),
    sumsByStatus(db),
    openFigures(db),
    statementsWithGap(db, 10),
  ]);
  const of = (...statuses: readonly string[]) => {
    const rows = sums.filter(({ status }) => statuses.includes(status));
    return {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      amount: euros(rows.reduce((sum, { inCents }) => sum + inCents, 0)),
      outgoing: euros(rows.reduce((sum, { outCents }) => sum + outCents, 0)),
    };
  };
  const toCheck = sums.filter(({ status }) => status !== "MATCHED");
  return {
    accounts: [...new Set([payment.iban, ...bank.accounts])].map((iban) => {
      const newest = known.find(({ account }) => account === iban);
      return { iban, balance: newest ? euros(newest.cents) : null, on: newest?.on ?? null };
    }),
    matched: of("MATCHED"),
    toCheck: of("SUGGESTED", "UNMATCHED"),
    oldestToCheck: toCheck.map(({ oldest }) => oldest).toSorted()[0] ?? null,
    gaps: gaps.map((row) => statementView(row)),
    openInvoices: { count: open.open, amount: euros(open.openCents) },
    credit: { count: open.credits, amount: euros(open.creditCents) },
  };
}
