import type { Certificate } from "@tonneline/contract/certificates";
import {
  blocksOf,
  completion,
  type ManagedRetirement,
} from "@tonneline/contract/managedRetirements";
import type { Retirement, RetirementStatus } from "@tonneline/contract/retirements";
import type { CertificateRow, RetirementRow } from "./retirements.sql.ts";

/** Returns the file id of a retirement's certificate; null until it is made, undefined if there is none. */
export const certificateFileId = (
  row: Pick<RetirementRow, "certificateNumber" | "certificateFileId"> | undefined,
): number | null | undefined => (row?.certificateNumber ? row.certificateFileId : undefined);

/** Returns a retirement as its buyer sees it. */
export function retirementView(row: RetirementRow): Retirement {
  const { product } = row;
  return {
    id: row.id,
    userId: row.userId,
    vintageId: row.vintageId,
    projectId: row.projectId,
    projectName: product.projectName,
    externalId: product.externalId,
    registry: product.registry,
    projectType: product.projectType,
    year: product.year,
    quantity: row.quantity,
    status: row.status as RetirementStatus,
    beneficiaryName: row.beneficiaryName,
    purpose: row.purpose as Retirement["purpose"],
    message: row.message,
    periodFrom: row.periodFrom,
    periodTo: row.periodTo,
    unnamed: row.unnamed,
    requestedAt: row.requestedAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    retiredAt: row.retiredAt?.toISOString() ?? null,
    serialNumberFrom: row.blocks[0]?.serialNumberFrom ?? null,
    serialNumberTo: row.blocks.at(-1)?.serialNumberTo ?? null,
    blocks: row.blocks,
    registryUrl: row.registryUrl,
    declineReason: row.declineReason,
    certificateNumber: row.certificateNumber,
    hasCertificate: row.certificateFileId !== null,
  };
}

/** Returns a retirement as operators see it: with its owner, and what a colleague has entered while it is in progress. */
export function managedRetirementView(row: RetirementRow): ManagedRetirement {
  const { userId, companyId, username, companyName, version } = row;
  const { countries, methodology } = row.product;
  const facts = { userId, companyId, username, companyName, countries, methodology, version };
  return { ...retirementView(row), ...facts, entered: enteredView(row) };
}

function enteredView(row: RetirementRow): ManagedRetirement["entered"] {
  const { enteredBy, enteredSince, enteredName, enteredUsername } = row;
  if (row.status !== "RETIREMENT_IN_PROGRESS" || enteredBy === null || !enteredSince) return null;
  const entered = completion.parse(row.entered);
  const { registryUrl, retiredAt } = entered;
  const at = enteredSince.toISOString();
  const [username, name] = [enteredUsername ?? "", enteredName ?? ""];
  return {
    userId: enteredBy,
    username,
    name,
    at,
    blocks: blocksOf(entered),
    registryUrl,
    retiredAt,
  };
}

/** Returns the facts on both a certificate's page and its file, in the same words. */
export function certifiedFacts(row: RetirementRow, issuer: string) {
  const { product } = row;
  return {
    issuer,
    quantity: row.quantity,
    projectId: row.projectId,
    projectName: product.projectName,
    projectType: product.projectType.name,
    externalId: product.externalId,
    methodology: product.methodology,
    year: product.year,
    blocks: row.blocks,
    registryUrl: row.registryUrl!,
    retiredOn: row.retiredOn!,
    purpose: row.purpose as Certificate["purpose"],
    periodFrom: row.periodFrom,
    periodTo: row.periodTo,
  };
}

/** Returns the public view of a completed retirement; without beneficiary and message if the buyer chose not to be named. */
export function certificateView(row: CertificateRow, issuer: string): Certificate {
  const { countries, registry } = row.product;
  return {
    ...certifiedFacts(row, issuer),
    number: row.certificateNumber!,
    countries,
    registry,
    serialNumberFrom: row.blocks[0]!.serialNumberFrom,
    serialNumberTo: row.blocks.at(-1)!.serialNumberTo,
    beneficiaryName: row.unnamed ? null : row.beneficiaryName,
    message: row.unnamed ? null : row.message,
    sha256: row.sha256,
    ledger:
      row.entryId !== null && row.enteredAt
        ? { entry: row.entryId, at: row.enteredAt.toISOString() }
        : null,
  };
}
