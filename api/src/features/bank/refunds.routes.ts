import * as contract from "@tonneline/contract/bankRefunds";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile } from "../../core/http/csv.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { cents, euros } from "../../core/money.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { refundColumns } from "./bank.csv.ts";
import { refundView } from "./bank.view.ts";
import { finishRefund, makeRefundFile, refundEntry, removeRefund } from "./refunds.service.ts";
import { refuseRefund, refuseRefundFile } from "./refusals.service.ts";
import { fileById, listedRefunds, refundById } from "./refunds.sql.ts";

/** Registers the operators' endpoints for the refund list. */
export function refundRoutes(serve: Serve, db: Db, settings: SettingsService): void {
  const read = async (id: number) => refundView((await refundById(db, id)) ?? refuse("NOT_FOUND"));

  serve(contract.refundBankEntry, async ({ params, body: { amount, ...to }, actor, once }) => {
    const refund = { ...to, entryId: params.id, amountCents: cents(amount) };
    return read(await once(db, (tx) => refundEntry(tx, actor, refund)));
  });
  serve(
    contract.listBankRefunds,
    ({ query }) => listedRefunds.page(db, query, refundView),
    ({ query }) => csvFile("refunds", refundColumns, listedRefunds.stream(db, query)),
  );
  serve(contract.removeBankRefund, async ({ actor, params }) => {
    await removeRefund(db, actor, params.id);
    return read(params.id);
  });
  serve(contract.completeBankRefund, async ({ actor, params, body }) => {
    await finishRefund(db, actor, params.id, body.on);
    return read(params.id);
  });
  serve(contract.refuseBankRefund, async ({ actor, params, body }) => {
    await refuseRefund(db, actor, params.id, body.reason);
    return read(params.id);
  });
  serve(contract.refuseRefundFile, async ({ actor, params, body }) => {
    const { refunds, cents: sum } = await refuseRefundFile(db, actor, params.id, body.reason);
    return { refunds, amount: euros(sum) };
  });
  serve(contract.createRefundFile, ({ actor }) => makeRefundFile(db, settings, actor));
  serve(contract.getRefundFile, async ({ params }) => {
    const { xml } = (await fileById(db, params.id)) ?? refuse("NOT_FOUND");
    return bytesAnswer(Buffer.from(xml), `refunds-${params.id}.xml`, "application/xml");
  });
}
