import * as contract from "@tonneline/contract/receivables";
import { today } from "../../core/days.sql.ts";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { receivableColumns } from "./receivables.csv.ts";
import {
  reminderFacts,
  reminderText,
  resumeReminders,
  sendReminder,
  stopReminders,
} from "./receivables.service.ts";
import {
  ageing,
  listedReceivables,
  remindedOrder,
  receivableOf,
  remindersOf,
} from "./receivables.sql.ts";
import { receivableView, reminderView, stopView } from "./receivables.view.ts";
import type { Level } from "./reminders.rules.ts";

/** Registers the operators' endpoints for unpaid invoices. */
export function receivableRoutes(serve: Serve, db: Db, settings: SettingsService): void {
  serve(
    contract.listReceivables,
    async ({ query }) => {
      const { reminders } = await settings.current();
      const [{ sums: _, ...page }, ages, asOf] = await Promise.all([
        listedReceivables.page(db, query, (row) => receivableView(row, reminders)),
        ageing(db, query.companyId),
        today(db),
      ]);
      const of = (bucket: contract.AgeBucket) => ages.find((each) => each.bucket === bucket);
      const sum = (key: "invoices" | "cents") => ages.reduce((all, each) => all + each[key], 0);
      return {
        ...page,
        asOf,
        ageing: contract.ageBuckets.map((bucket) => ({
          bucket,
          invoices: of(bucket)?.invoices ?? 0,
          amount: euros(of(bucket)?.cents ?? 0),
        })),
        total: { invoices: sum("invoices"), amount: euros(sum("cents")) },
      };
    },
    ({ query }) => csvFile("receivables", receivableColumns, listedReceivables.stream(db, query)),
  );

  serve(contract.getReminders, async ({ params, query }) => {
    const order = (await remindedOrder(db, params.id)) ?? refuse("NOT_FOUND");
    const sent = (await remindersOf(db, params.id)).map(reminderView);
    const row = await receivableOf(db, params.id);
    const stop = row ? stopView(row) : null;
    const level = query.level ?? Math.min(3, (row?.level ?? 0) + 1);
    if (!row || row.open_cents === 0 || level <= row.level) return { sent, stop, preview: null };
    const { reminders } = await settings.current();
    const { facts, to } = await reminderFacts(db, reminders, row, order, level as Level);
    const { openCents, feeCents, interestCents, payBy } = facts;
    const preview = {
      level: facts.level,
      amount: euros(openCents),
      fee: euros(feeCents),
      interest: euros(interestCents),
      total: euros(openCents + feeCents + interestCents),
      payBy,
      sentTo: to,
      ...(await reminderText(db, facts)),
    };
    return { sent, stop, preview };
  });

  serve(contract.sendReminder, async ({ actor, params, body, once }) => {
    const id = await sendReminder(db, settings, actor, params.id, body, once);
    const sent = (await remindersOf(db, params.id)).find((each) => each.id === id);
    return reminderView(sent ?? refuse("NOT_FOUND"));
  });

  serve(contract.stopReminders, ({ actor, params, body }) =>
    stopReminders(db, actor, params.id, {
      kind: body.kind,
      until: body.kind === "PAUSED" ? body.until : null,
      reason: body.reason,
    }),
  );

  serve(contract.resumeReminders, ({ actor, params, query }) =>
    resumeReminders(db, actor, params.id, query.by),
  );
}
