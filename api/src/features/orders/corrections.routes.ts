import * as contract from "@tonneline/contract/corrections";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { generatedFileAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { correctInvoice, creditOrder, recordRefund } from "./corrections.service.ts";
import { documentFileId } from "./corrections.sql.ts";
import { managedOrderView } from "./managed.view.ts";
import { orderById } from "./orders.sql.ts";
import { recordPayment } from "./receipts.service.ts";

/** Registers the operators' endpoints that correct invoiced orders. */
export function correctionRoutes(serve: Serve, db: Db, settings: SettingsService): void {
  const read = async (orderId: number) =>
    managedOrderView((await orderById(db, orderId)) ?? refuse("NOT_FOUND"));

  serve(contract.creditOrder, async ({ params, body, ...context }) => {
    const issued = await creditOrder(db, settings, { ...context, id: params.id }, body);
    const order = await read(params.id);
    return { ...issued, toRefund: order.toRefund, order };
  });

  serve(contract.correctInvoice, async ({ params, body, ...context }) => {
    await correctInvoice(db, settings, { ...context, id: params.id }, body);
    return read(params.id);
  });

  serve(contract.recordPayment, async ({ params, body, ...context }) => {
    await recordPayment(db, settings, { ...context, id: params.id }, body);
    return read(params.id);
  });

  serve(contract.recordRefund, async ({ params, body, ...context }) => {
    await recordRefund(db, { ...context, id: params.id }, body);
    return read(params.id);
  });
}

const documents = [
  { kind: "pdf", mine: contract.getMyDocument, any: contract.getOrderDocument },
  { kind: "ubl", mine: contract.getMyDocumentUbl, any: contract.getOrderDocumentUbl },
] as const;

/** Registers the endpoints for an order's invoices and credit notes: buyers get their own, operators get all. */
export function documentRoutes(serve: Serve, db: Db, files: FileStore): void {
  for (const { kind, mine, any } of documents) {
    serve(mine, ({ caller: { companyId }, params: { id: orderId, documentId } }) =>
      generatedFileAnswer(db, files, () =>
        documentFileId(db, { orderId, documentId, kind, companyId }),
      ),
    );
    serve(any, ({ params: { id: orderId, documentId } }) =>
      generatedFileAnswer(db, files, () => documentFileId(db, { orderId, documentId, kind })),
    );
  }
}
