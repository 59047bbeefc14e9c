import * as contract from "@tonneline/contract/retirements";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { fileAnswer } from "../../core/http/files.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { pageOf } from "../../core/http/pages.ts";
import type { Serve } from "../../core/http/serve.ts";
import { chosenOf } from "../../core/lists.ts";
import type { Retirements } from "./retirements.service.ts";
import {
  retirementById,
  retirementOf,
  retirementPage,
  retirementStream,
  type RetirementRow,
} from "./retirements.sql.ts";
import {
  countsByRetirementStatus,
  managedRetirementView,
  retirementView,
} from "./retirements.view.ts";

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
  ["First serial number", (row) => row.serialNumberFrom],
  ["Last serial number", (row) => row.serialNumberTo],
  ["Registry record", (row) => row.registryUrl],
  ["Declined because", (row) => row.declineReason],
];

/** For operators, who see everybody's. */
const managedCsvColumns: CsvColumns<RetirementRow> = [
  ...csvColumns,
  ["Person", (row) => row.username],
  ["Company", (row) => row.companyName],
];

export function retirementRoutes(
  serve: Serve,
  db: Db,
  files: FileStore,
  retirements: Retirements,
): void {
  const own = async (userId: number, id: number) =>
    retirementView((await retirementOf(db, userId, id)) ?? refuse("NOT_FOUND"));
  const any = async (id: number) =>
    managedRetirementView((await retirementById(db, id)) ?? refuse("NOT_FOUND"));

  serve(contract.requestRetirement, async ({ caller, body, idempotencyKey }) => {
    const id = await retirements.request(body, { actorId: caller.userId, idempotencyKey });
    return own(caller.userId, id);
  });

  serve(
    contract.listMyRetirements,
    async ({ caller, query }) => {
      const filter = { ...query, userId: caller.userId };
      const { rows, counts, total } = await retirementPage(db, filter);
      const content = rows.map(retirementView);
      return { ...pageOf(content, total, query), counts: countsByRetirementStatus(counts) };
    },
    ({ caller, query }) =>
      csvFile("retirements", csvColumns, retirementStream(db, { ...query, userId: caller.userId })),
  );

  serve(contract.getMyRetirement, ({ caller, params }) => own(caller.userId, params.id));

  serve(contract.getMyCertificate, async ({ caller, params }) => {
    const row = await retirementOf(db, caller.userId, params.id);
    return fileAnswer(db, files, row?.certificateFileId);
  });

  serve(
    contract.listRetirements,
    async ({ query }) => {
      const { rows, counts, total } = await retirementPage(db, query);
      const wanted = chosenOf(counts, query.status);
      return {
        ...pageOf(rows.map(managedRetirementView), total, query),
        counts: countsByRetirementStatus(counts),
        totalQuantity: wanted.reduce((sum, { quantity }) => sum + quantity, 0),
      };
    },
    ({ query }) => csvFile("retirements", managedCsvColumns, retirementStream(db, query)),
  );

  serve(contract.getRetirement, ({ params }) => any(params.id));

  serve(contract.getCertificate, async ({ params }) => {
    const row = await retirementById(db, params.id);
    return fileAnswer(db, files, row?.certificateFileId);
  });

  serve(contract.completeRetirement, async ({ caller, actor, params, body, idempotencyKey }) => {
    const serials = { ...body, retiredAt: new Date(body.retiredAt) };
    const deciding = { actorId: caller.userId, actor, idempotencyKey };
    await retirements.complete(params.id, serials, deciding);
    return any(params.id);
  });

  serve(contract.declineRetirement, async ({ caller, actor, params, body, idempotencyKey }) => {
    const deciding = { actorId: caller.userId, actor, idempotencyKey };
    await retirements.decline(params.id, body.reason, deciding);
    return any(params.id);
  });
}
