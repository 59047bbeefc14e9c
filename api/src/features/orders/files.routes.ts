import * as contract from "@tonneline/contract/orderFiles";
import type { Db } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { fileAnswer, generatedFileAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { orderFileId, salesTermsFileId, type OrderFile } from "./life.sql.ts";

const documents = [
  { of: { series: "INVOICE", kind: "pdf" }, mine: contract.getMyInvoice, any: contract.getInvoice },
  {
    of: { series: "INVOICE", kind: "ubl" },
    mine: contract.getMyInvoiceUbl,
    any: contract.getInvoiceUbl,
  },
  {
    of: { series: "CREDIT_NOTE", kind: "pdf" },
    mine: contract.getMyCreditNote,
    any: contract.getCreditNote,
  },
  {
    of: { series: "CREDIT_NOTE", kind: "ubl" },
    mine: contract.getMyCreditNoteUbl,
    any: contract.getCreditNoteUbl,
  },
] as const;

/** Registers the endpoints for invoices, credit notes and accepted sales terms: buyers get their company's, operators all. */
export function orderFileRoutes(serve: Serve, db: Db, files: FileStore): void {
  const answer = (file: OrderFile) => generatedFileAnswer(db, files, () => orderFileId(db, file));
  for (const { of, mine, any } of documents) {
    serve(mine, ({ caller, params }) =>
      answer({ ...of, orderId: params.id, companyId: caller.companyId }),
    );
    serve(any, ({ params }) => answer({ ...of, orderId: params.id }));
  }
  serve(contract.getMySalesTerms, async ({ caller, params }) =>
    fileAnswer(db, files, await salesTermsFileId(db, params.id, caller.companyId)),
  );
  serve(contract.getSalesTerms, async ({ params }) =>
    fileAnswer(db, files, await salesTermsFileId(db, params.id)),
  );
}
