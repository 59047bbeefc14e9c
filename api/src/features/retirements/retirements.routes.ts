import { Readable } from "node:stream";
import * as contract from "@tonneline/contract/retirements";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { csvFile } from "../../core/http/csv.ts";
import { generatedFileAnswer } from "../../core/http/files.ts";
import { ownerFilter, type Serve } from "../../core/http/serve.ts";
import { xlsxFile } from "../../core/http/xlsx.ts";
import { zipped } from "../../core/zip.ts";
import { requestRetirement, requestRetirements } from "./requests.service.ts";
import { csvColumns, xlsxColumns } from "./retirements.csv.ts";
import { withdrawRetirement } from "./retirements.service.ts";
import {
  certificateFilesOf,
  retirementOf,
  retirementsOf,
  someRetirementsOf,
} from "./retirements.sql.ts";
import { certificateFileId, retirementView } from "./retirements.view.ts";

/** Registers the buyers' endpoints for their company's retirements. */
export function retirementRoutes(serve: Serve, db: Db, files: FileStore): void {
  const own = async (companyId: number, id: number) =>
    retirementView((await retirementOf(db, companyId, id)) ?? refuse("NOT_FOUND"));

  serve(contract.requestRetirement, async ({ caller, body, idempotencyKey }) => {
    const { userId: actorId, companyId } = caller;
    const id = await requestRetirement(db, body, { actorId, idempotencyKey });
    return own(companyId, id);
  });

  serve(contract.requestRetirements, async ({ caller, body, idempotencyKey }) => {
    const { userId: actorId, companyId } = caller;
    const ids = await requestRetirements(db, body, { actorId, idempotencyKey });
    const requested = await someRetirementsOf(db, companyId, ids);
    return { content: requested.map(retirementView) };
  });

  serve(
    contract.listMyRetirements,
    ({ caller, query }) =>
      retirementsOf(ownerFilter(caller, query)).page(db, query, retirementView),
    ({ caller, query }) =>
      csvFile(
        "retirements",
        csvColumns,
        retirementsOf(ownerFilter(caller, query)).stream(db, query),
      ),
  );

  serve(contract.getMyRetirementsXlsx, ({ caller, query }) => {
    const rows = retirementsOf(ownerFilter(caller, query)).stream(
      db,
      contract.listMyRetirements.query.parse({}),
    );
    return xlsxFile("retirements", xlsxColumns, rows);
  });

  serve(contract.getMyRetirement, ({ caller, params }) => own(caller.companyId, params.id));

  serve(contract.getMyCertificate, ({ caller, params }) =>
    generatedFileAnswer(db, files, async () =>
      certificateFileId(await retirementOf(db, caller.companyId, params.id)),
    ),
  );

  serve(contract.getMyCertificates, async ({ caller, query }) => {
    const made = await certificateFilesOf(db, ownerFilter(caller, query));
    if (made.length === 0) refuse("NOT_FOUND", { detail: "There is no certificate yet." });
    const entries = made.map(({ name, key }) => ({ name, read: () => files.read(key) }));
    return {
      stream: Readable.from(zipped(entries), { objectMode: false }),
      name: "certificates.zip",
      mediaType: "application/zip",
    };
  });

  serve(contract.withdrawRetirement, async ({ params, caller: { companyId }, ...context }) => {
    await withdrawRetirement(db, { ...context, id: params.id }, companyId);
    return own(companyId, params.id);
  });
}
