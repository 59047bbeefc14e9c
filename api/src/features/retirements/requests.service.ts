import type { newRetirement, newRetirements } from "@tonneline/contract/retirements";
import type { z } from "zod";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { earlierAnswer, storeAnswer } from "../../core/idempotency.ts";
import { lockOwnCompany } from "../../core/ownCompany.sql.ts";
import { formatInteger } from "../../core/formats.ts";
import { buyersOf, operatorsWith } from "../accounts/users.service.ts";
import { postMovements } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { lockHoldings, takeForRetirement } from "../portfolio/portfolio.service.ts";
import { mailRetirementsRequested } from "./retirements.mails.ts";
import * as store from "./retirements.sql.ts";

export type NewRetirement = z.output<typeof newRetirement>;
type NewRetirements = z.output<typeof newRetirements>;
type Tonnes = NewRetirements["holdings"][number];
type Stated = Omit<NewRetirements, "holdings">;

interface CallContext {
  actorId: number;
  idempotencyKey: string | undefined;
}

/**
 * Takes tonnes from the available holding at once and requests their retirement from the operators; returns the retirement's
 * id. NOT_FOUND without a holding, INSUFFICIENT_CREDITS with what is available, INVALID_TRANSITION for ex-ante credits.
 */
export async function requestRetirement(
  db: Db,
  wanted: NewRetirement,
  by: CallContext,
): Promise<number> {
  const { vintageId, quantity, ...stated } = wanted;
  const call = { endpoint: "request retirement", body: wanted, fieldOf: () => "quantity" };
  const [id] = await request(db, [{ vintageId, quantity }], stated, { ...by, ...call });
  return id!;
}

/** The same for several holdings in one transaction: one retirement each, or none; returns their ids. */
export async function requestRetirements(
  db: Db,
  wanted: NewRetirements,
  by: CallContext,
): Promise<number[]> {
  const { holdings, ...stated } = wanted;
  const fieldOf = (index: number) => `holdings.${index}.quantity`;
  const call = { endpoint: "request retirements", body: wanted, fieldOf };
  return await request(db, holdings, stated, { ...by, ...call });
}

interface RequestContext extends CallContext {
  endpoint: string;
  body: object;
  /** The path in the body to the tonnes of the holding with this index. */
  fieldOf: (index: number) => string;
}

function request(
  db: Db,
  tonnes: readonly Tonnes[],
  stated: Stated,
  { actorId, idempotencyKey: key, endpoint, body, fieldOf }: RequestContext,
): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const companyId = await lockOwnCompany(tx, actorId);
    const vintageIds = tonnes.map(({ vintageId }) => vintageId);
    const held = await lockHoldings(tx, companyId, vintageIds);
    const call = key && { userId: actorId, endpoint, key, body };
    const earlier = call && (await earlierAnswer(tx, call));
    if (earlier) return (earlier as { ids: number[] }).ids;

    const products = await store.productsOf(tx, vintageIds);
    const wanted = tonnes.map(({ vintageId, quantity }, index) => {
      const holding = held.get(vintageId) ?? refuse("NOT_FOUND");
      const sold = products.get(vintageId)!;
      if (sold.creditType === "EX_ANTE") refuse("INVALID_TRANSITION", { detail: notIssued });
      const available = holding.purchased - holding.inProgress - holding.retired;
      if (quantity > available) refuseTonnes(sold, available, fieldOf(index));
      return { ...sold, quantity };
    });
    await takeForRetirement(tx, companyId, tonnes);
    const ids = await insertWanted(tx, { actorId, companyId }, wanted, stated);
    await notifyRequested(tx, { userId: actorId, companyId }, ids, wanted);
    if (call) await storeAnswer(tx, call, { ids });
    return ids;
  });
}

const notIssued =
  "Expected credits are not issued yet. They can be retired when the registry has issued them.";

type Wanted = Tonnes & NonNullable<ReturnType<Awaited<ReturnType<typeof store.productsOf>>["get"]>>;

function refuseTonnes({ product }: Pick<Wanted, "product">, available: number, path: string) {
  const message = `Only ${formatInteger(available)} t can be retired`;
  refuse("INSUFFICIENT_CREDITS", {
    available,
    detail: `${message} of ${product.projectName}, ${product.year}.`,
    fieldErrors: [{ path, message }],
  });
}

async function insertWanted(
  tx: Tx,
  { actorId, companyId }: { actorId: number; companyId: number },
  wanted: readonly Wanted[],
  stated: Stated,
): Promise<number[]> {
  const rows = wanted.map(({ vintageId, projectId, registryId, quantity, product }) => ({
    user_id: actorId,
    company_id: companyId,
    vintage_id: vintageId,
    project_id: projectId,
    registry_id: registryId,
    quantity,
    beneficiary_name: stated.beneficiaryName,
    purpose: stated.purpose,
    message: stated.message ?? null,
    period_from: stated.periodFrom ?? null,
    period_to: stated.periodTo ?? null,
    unnamed: stated.unnamed ?? false,
    product: JSON.stringify(product),
  }));
  const inserted = await store.insertRetirements(tx, rows);
  const ids = wanted.map(({ vintageId }) => inserted.get(vintageId)!);
  await postMovements(
    tx,
    wanted.map(({ vintageId, quantity }, index) => ({
      kind: "RETIRE_REQUEST" as const,
      vintageId,
      quantity,
      ownerId: actorId,
      companyId,
      actorId,
      retirementId: ids[index]!,
      reason: `retirement ${ids[index]} requested`,
    })),
  );
  return ids;
}

async function notifyRequested(
  tx: Tx,
  { userId, companyId }: { userId: number; companyId: number },
  ids: readonly number[],
  wanted: readonly Wanted[],
): Promise<void> {
  await notify(
    tx,
    wanted.map(({ projectId, quantity: credits, product: { projectName, year } }, index) => ({
      userId,
      code: "portfolio.retirement.requested" as const,
      facts: { retirementId: ids[index]!, projectId, projectName, year, credits },
    })),
  );
  const mailed = wanted.map(({ quantity, product }, index) => ({
    id: ids[index]!,
    quantity,
    product,
  }));
  const bought = { user_id: userId, company_id: companyId };
  const buyers = (await buyersOf(tx, bought)).map(({ username }) => username);
  const operators = await operatorsWith(tx, "retirements:write");
  await mailRetirementsRequested(tx, buyers, operators, mailed);
}
