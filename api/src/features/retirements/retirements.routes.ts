import { Readable } from "node:stream";
import * as contract from "@tonneline/contract/retirements";
import { bulkRunOf, startBulk } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { fileAnswer } from "../../core/http/files.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { zipped } from "../../core/zip.ts";
import {
  completeRetirement,
  decideRetirements,
  declineRetirement,
  startRetirement,
  withdrawRetirement,
} from "./retirements.service.ts";
import { requestRetirement, requestRetirements } from "./requests.service.ts";
import {
  certificateFilesOf,
  retirementById,
  retirementOf,
  retirementsOf,
  someRetirementsOf,
  type RetirementRow,
} from "./retirements.sql.ts";
import { managedRetirementView, retirementView } from "./retirements.view.ts";

const csvColumns: CsvColumns<RetirementRow> = [
  ["Retirement", (row) => row.id],
  ["Requested (UTC)", (row) => row.requestedAt.toISOString()],
  ["Status", (row) => row.status],
  ["Project", (row) => retirementView(row).projectName],
  ["Registry", (row) => retirementView(row).registry.name],
  ["Registry id", (row) => retirementView(row).externalId],
  ["Vintage", (row) => retirementView(row).year],
  ["Tonnes", (row) => row.quantity],
  ["Beneficiary", (row) => row.beneficiaryName],
  ["Purpose", (row) => row.purpose],
  ["Period from", (row) => row.periodFrom],
  ["Period to", (row) => row.periodTo],
  ["Message", (row) => row.message],
  ["Retired (UTC)", (row) => row.retiredAt?.toISOString()],
  ["Serial blocks", (row) => row.blocks.length],
  ["First serial numbers", (row) => row.blocks.map((block) => block.serialNumberFrom).join("\n")],
  ["Last serial numbers", (row) => row.blocks.map((block) => block.serialNumberTo).join("\n")],
  ["Registry record", (row) => row.registryUrl],
  ["Declined because", (row) => row.declineReason],
];

/** For operators, who see everybody's. */
const managedCsvColumns: CsvColumns<RetirementRow> = [
  ...csvColumns,
  ["Person", (row) => row.username],
  ["Company", (row) => row.companyName],
];

const whoseIn = (
  { companyId, userId }: { companyId: number; userId: number },
  { by }: { by?: "me" | undefined },
) => ({ companyId, userId: by && userId });

export function retirementRoutes(serve: Serve, db: Db, files: FileStore): void {
  const all = retirementsOf();
  const own = async (companyId: number, id: number) =>
    retirementView((await retirementOf(db, companyId, id)) ?? refuse("NOT_FOUND"));
  const any = async (id: number) =>
    managedRetirementView((await retirementById(db, id)) ?? refuse("NOT_FOUND"));

  serve(contract.requestRetirement, async ({ caller, body, idempotencyKey }) => {
    const { userId: actorId, companyId } = caller;
    const id = await requestRetirement(db, body, { actorId, idempotencyKey });
    return own(companyId, id);
  });

  serve(contract.requestRetirements, async ({ caller, body, idempotencyKey }) => {
    const { userId: actorId, companyId } = caller;
    const ids = await requestRetirements(db, body, { actorId, idempotencyKey });
    const asked = await someRetirementsOf(db, companyId, ids);
    return { content: asked.map(retirementView) };
  });

  serve(
    contract.listMyRetirements,
    ({ caller, query }) => retirementsOf(whoseIn(caller, query)).page(db, query, retirementView),
    ({ caller, query }) =>
      csvFile("retirements", csvColumns, retirementsOf(whoseIn(caller, query)).stream(db, query)),
  );

  serve(contract.getMyRetirement, ({ caller, params }) => own(caller.companyId, params.id));

  serve(contract.getMyCertificate, async ({ caller, params }) => {
    const row = await retirementOf(db, caller.companyId, params.id);
    return fileAnswer(db, files, row?.certificateFileId);
  });

  serve(contract.getMyCertificates, async ({ caller }) => {
    const made = await certificateFilesOf(db, caller.companyId);
    if (made.length === 0) refuse("NOT_FOUND", { detail: "There is no certificate yet." });
    const entries = made.map(({ name, key }) => ({ name, read: () => files.read(key) }));
    return {
      stream: Readable.from(zipped(entries), { objectMode: false }),
      name: "certificates.zip",
      mediaType: "application/zip",
    };
  });

  serve(contract.withdrawRetirement, async ({ params, caller: { companyId }, ...deciding }) => {
    await withdrawRetirement(db, { ...deciding, id: params.id }, companyId);
    return own(companyId, params.id);
  });

  serve(
    contract.listRetirements,
    async ({ query }) => {
      const page = await all.page(db, query, managedRetirementView);
      return { ...page, totalQuantity: page.sums.quantity };
    },
    ({ query }) => csvFile("retirements", managedCsvColumns, all.stream(db, query)),
  );

  serve(contract.getRetirement, ({ params }) => any(params.id));

  serve(contract.getCertificate, async ({ params }) => {
    const row = await retirementById(db, params.id);
    return fileAnswer(db, files, row?.certificateFileId);
  });

  serve(contract.startRetirement, async ({ params, ...deciding }) => {
    await startRetirement(db, { ...deciding, id: params.id });
    return any(params.id);
  });

  serve(contract.completeRetirement, async ({ params, body, ...deciding }) => {
    await completeRetirement(db, { ...deciding, id: params.id }, body);
    return any(params.id);
  });

  serve(contract.decideOnRetirements, async ({ body, actor, idempotencyKey }) => {
    const id = await startBulk(db, decideRetirements, { ...body, actor, idempotencyKey });
    return bulkRunOf(db, decideRetirements, { id, actorId: actor.userId });
  });

  serve(contract.getRetirementDecisions, ({ params, caller }) =>
    bulkRunOf(db, decideRetirements, { id: params.id, actorId: caller.userId }),
  );

  serve(contract.declineRetirement, async ({ params, body, ...deciding }) => {
    await declineRetirement(db, { ...deciding, id: params.id }, body.reason);
    return any(params.id);
  });
}
