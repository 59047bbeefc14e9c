import { claimTypes, creditTypes, impactTypes, vintageStatuses } from "./codes.ts";
import { z } from "zod";
import { quarter, vintage } from "./catalogue.ts";
import { settableDeliveryStates } from "./delivery.ts";
import { endpoint, noContent } from "./endpoint.ts";
import {
  credits,
  day,
  id,
  idParams,
  listOf,
  pricePerTonne,
  textInt,
  typedLines,
  typedText,
  uses,
  seenVersion,
} from "./shapes.ts";

const year = z.int().min(1990).max(2100);

/** Where the tonnes of a vintage are; the other fields add up to `issued`. */
export const stock = z.object({
  issued: credits,
  available: credits,
  /** In carts. */
  reserved: credits,
  /** In orders that are not paid yet. */
  committed: credits,
  /** In portfolios. */
  held: credits,
  retiring: credits,
  retired: credits,
});

export const managedVintage = vintage.extend({ stock, version: z.int() });
export type ManagedVintage = z.output<typeof managedVintage>;

const vintageParams = idParams.extend({ vintageId: textInt(1) });
const reason = typedLines(3, 500);
const vintageFields = {
  year,
  periodStart: day.nullable(),
  periodEnd: day.nullable(),
  impactType: z.enum(impactTypes),
  claimType: z.enum(claimTypes),
  creditType: z.enum(creditTypes),
  status: z.enum(vintageStatuses),
  methodology: typedText(0, 300),
  /** Null: price on request. */
  price: pricePerTonne.nullable(),
  /** For credits that are not issued yet. */
  expectedDelivery: quarter.nullable(),
  deliveryState: z.enum(settableDeliveryStates),
  deliveryNote: typedText(0, 300),
};

/**
 * Returns what is wrong with the period of a vintage, and at which field. It may span several years, which must include
 * the vintage year.
 */
export function periodFault({
  year: of,
  periodStart,
  periodEnd,
}: Pick<ManagedVintage, "year" | "periodStart" | "periodEnd">) {
  const fault = (path: "periodStart" | "periodEnd", message: string) => ({ path, message });
  if (!periodStart && !periodEnd) return undefined;
  if (!periodStart || !periodEnd)
    return fault(periodStart ? "periodEnd" : "periodStart", "Give both days, or neither");
  if (periodEnd < periodStart) return fault("periodEnd", "Ends before it begins");
  if (Number(periodStart.slice(0, 4)) > of) return fault("periodStart", `Begins after ${of}`);
  if (Number(periodEnd.slice(0, 4)) < of) return fault("periodEnd", `Ends before ${of}`);
  return undefined;
}

/** A new vintage. Its credits are issued with the given reason, or "First issue". */
export const newVintage = z.strictObject({
  year: vintageFields.year.default(2023),
  currency: z.literal("EUR").default("EUR"),
  periodStart: vintageFields.periodStart.default(null),
  periodEnd: vintageFields.periodEnd.default(null),
  impactType: vintageFields.impactType,
  claimType: vintageFields.claimType,
  creditType: vintageFields.creditType,
  status: vintageFields.status.default("ACTIVE"),
  /** Defaults to that of the project. */
  methodology: vintageFields.methodology.optional(),
  price: vintageFields.price.default(null),
  expectedDelivery: vintageFields.expectedDelivery.default(null),
  deliveryState: vintageFields.deliveryState.default("ON_SCHEDULE"),
  deliveryNote: vintageFields.deliveryNote.default(""),
  credits: credits.default(0),
  reason: reason.optional(),
});
export type NewVintage = z.output<typeof newVintage>;

/** Only the fields to change, with the version that was read. */
const changedFields = {
  ...z.strictObject(vintageFields).partial().shape,
  version: seenVersion,
};
/** One of several vintages that are saved with their project; credits are moved by separate calls. */
export const changedVintage = z.strictObject({ ...changedFields, id });
export type ChangedVintage = z.output<typeof changedVintage>;

export const vintageChange = z
  .strictObject({
    ...changedFields,
    /** Tonnes to put on sale or, if negative, to withdraw from sale. */
    addCredits: z.int().min(-2147483647).max(2147483647).optional(),
    /** Required with `addCredits`; recorded in the ledger. */
    reason: reason.optional(),
  })
  .refine(({ addCredits, reason: why }) => !addCredits || why !== undefined, {
    path: ["reason"],
    message: "Enter why credits are added or withdrawn",
  });
export type ManagedVintageChange = z.output<typeof vintageChange>;

export const listManagedVintages = endpoint({
  method: "GET",
  path: "/management/projects/:id/vintages",
  access: "projects:read",
  summary: "The vintages of a project with their stock, including withdrawn ones",
  params: idParams,
  csv: true,
  ...listOf(managedVintage, { sorts: ["year", "price", "availableCredits"] }),
});

export const getManagedVintage = endpoint({
  method: "GET",
  path: "/management/projects/:id/vintages/:vintageId",
  access: "projects:read",
  summary: "One vintage of a project with its stock",
  params: vintageParams,
  response: managedVintage,
});

export const createVintage = endpoint({
  method: "POST",
  path: "/management/projects/:id/vintages",
  access: "projects:write",
  summary: "Add a vintage with its credits",
  params: idParams,
  body: newVintage,
  response: managedVintage,
  status: 201,
  idempotent: true,
});

export const updateVintage = endpoint({
  method: "PATCH",
  path: "/management/projects/:id/vintages/:vintageId",
  access: "projects:write",
  summary:
    "Change a vintage; credits change through the ledger, and carts and portfolios are notified",
  params: vintageParams,
  body: vintageChange,
  response: managedVintage,
  refusals: ["VERSION_CONFLICT", "INSUFFICIENT_CREDITS"],
});

export const getVintageUses = endpoint({
  method: "GET",
  path: "/management/projects/:id/vintages/:vintageId/uses",
  access: "projects:write",
  summary: "What prevents a vintage's deletion",
  params: vintageParams,
  response: uses,
});

export const deleteVintage = endpoint({
  method: "DELETE",
  path: "/management/projects/:id/vintages/:vintageId",
  access: "projects:write",
  summary: "Delete a vintage that never had credits; one that had can be withdrawn",
  params: vintageParams,
  response: noContent,
  refusals: ["IN_USE"],
});
