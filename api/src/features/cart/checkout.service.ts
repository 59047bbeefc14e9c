import { sql } from "kysely";
import type { PendingApproval } from "@tonneline/contract/approvals";
import { checkout as checkoutEndpoint } from "@tonneline/contract/cart";
import type { Order, OrderDetails } from "@tonneline/contract/orders";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { cents } from "../../core/money.ts";
import { earlierAnswer, isKeyReused, storingAnswer } from "../../core/idempotency.ts";
import { requiredApproval, requestApproval, rulesFor } from "../approvals/approvals.service.ts";
import { movementsStatement, postMovements, type Movement } from "../ledger/ledger.service.ts";
import { numbering, writeOrder, type NewOrder, type NextOrder } from "../orders/orders.service.ts";
import type { SalesTerms } from "../settings/salesTerms.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { requirePayable } from "./ceilings.service.ts";
import { listPriceOf } from "./cart.rules.ts";
import { settleCart } from "./cart.settling.ts";
import { closeCart, lockCart } from "./cart.sql.ts";
import { coded, netOf, sumsOf, type Taxation } from "./cart.view.ts";
import { cartState, type CartState, type ReportLine, type VintageLine } from "./state.sql.ts";

export interface Checkout {
  userId: number;
  details: OrderDetails;
  /** The version of the cart that the buyer saw. */
  version: number;
  /** The total including VAT that the buyer saw, in euros. */
  totalPriceGross?: number | undefined;
  idempotencyKey: string | undefined;
  /** Further work in the same transaction. */
  alongside?: (tx: Tx, done: CheckedOut) => Promise<void>;
}

/** The order, or the request for approval created instead. */
export type CheckedOut = Order | PendingApproval;

/** Returns the refusal if the company requires a purchase order number and none was given. */
export function numberMissing(whose = "Your company"): Refusal {
  const message = `${whose} requires a purchase order number for every order`;
  return new Refusal("VALIDATION_FAILED", {
    fieldErrors: [{ path: "purchaseOrderNumber", message }],
  });
}

export type CheckoutService = ReturnType<typeof createCheckout>;

/** Creates the checkout. */
export function createCheckout(
  db: Db,
  settings: SettingsService,
  salesTerms: Pick<SalesTerms, "ownFileId">,
) {
  /**
   * Orders the contents of the cart, in one transaction. CART_CHANGED, with nothing ordered, if the buyer saw another version
   * or total, if the catalogue has changed since, if a hold could not be renewed, or if the cart is empty. NOT_PURCHASABLE if
   * an item is not on sale, VALIDATION_FAILED without the purchase order number that the company requires, and above the
   * maximum of an order. If a rule of the company applies, it becomes a request for approval instead.
   */
  async function checkout(checkedOut: Checkout): Promise<CheckedOut> {
    const { userId, details, version, totalPriceGross, idempotencyKey, alongside } = checkedOut;
    const { reservation, ceilings, approval } = await settings.current();
    const { countryCode } = details.invoiceAddress;
    const taxation = { countryCode, ...(await settings.vatFor(countryCode)) };
    const ownTermsFileId = await salesTerms.ownFileId();
    const work = async (tx: Tx): Promise<CheckedOut | Refusal> => {
      await lockCart(tx, userId);
      // Draws the order's id in the same round trip as the cart. It is lost if the cart is refused, which is rare at the
      // version that the buyer saw; order ids may have gaps.
      const value = numbering(userId, ceilings.ordersPerHour);
      const state = (await cartState(tx, userId, undefined, { version, value }))!;
      const call = idempotencyKey && {
        userId,
        endpoint: checkoutEndpoint.path,
        key: idempotencyKey,
        body: { details, version, totalPriceGross },
      };
      const isAsSeen = state.cart.version === version;
      const isEmpty = state.vintages.length + state.reports.length === 0;
      // An earlier order would have changed the version and emptied the cart.
      const earlier = call && (!isAsSeen || isEmpty) && (await earlierAnswer(tx, call));
      if (earlier) return earlier as CheckedOut;
      const { company } = state;
      if (company.requirePurchaseOrderNumber && !details.purchaseOrderNumber) {
        return numberMissing();
      }

      const { minutes } = reservation;
      const settled = await settleCart(tx, state, { renewHolds: true, minutes });
      const refusal = refusalOf(settled, taxation, checkedOut);
      // Returned, not thrown: what settling has changed must be committed, for the page to show.
      if (refusal) return refusal;

      const order = {
        userId,
        details,
        ...sumsOf(settled, taxation),
        items: orderItems(settled),
        ownTermsFileId,
        perHour: ceilings.ordersPerHour,
      };
      const { holdHours } = approval;
      const { done, movements } = await writeOrRequest(tx, order, company, holdHours, state.extra);
      await alongside?.(tx, done);
      await closeCart(tx, settled.cart.id, {
        movements: movementsStatement(movements),
        answer: call ? storingAnswer(call, done) : sql`select where false`,
      });
      return done;
    };
    const outcome = await inTransaction(db, work).catch((error: unknown) => {
      if (isKeyReused(error)) return refuse("IDEMPOTENCY_KEY_REUSED");
      throw error;
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  }

  /** Previews whether checking out the cart would need approval; changes nothing. CART_CHANGED for another `version`. */
  async function previewApproval(userId: number, costCentre: string | undefined, version?: number) {
    const state = await cartState(db, userId);
    if (version !== undefined && state?.cart.version !== version) refuse("CART_CHANGED");
    if (!state) return { rules: [], waitsFor: [] };
    return await wouldNeedApproval(db, state.company, { ...state, userId, costCentre });
  }

  return { checkout, previewApproval };
}

/** Returns whether an order of these lines would need approval: under which rules, and from whom. */
export function wouldNeedApproval(
  executor: Executor,
  company: Parameters<typeof requiredApproval>[1],
  of: Pick<CartState, "vintages" | "reports"> & { userId: number; costCentre?: string | undefined },
) {
  const { userId, costCentre } = of;
  const order = { userId, details: { costCentre }, ...netOf(of), items: orderItems(of) };
  return requiredApproval(executor, company, order);
}

/**
 * Places an order whose credits its buyer has reserved, in the caller's transaction with the buyer's cart locked. If a rule of
 * the company applies, it becomes a request for approval instead.
 */
export async function placeOrRequest(
  tx: Tx,
  order: NewOrder,
  company: CartState["company"],
  holdHours: number,
): Promise<CheckedOut> {
  const { done, movements } = await writeOrRequest(tx, order, company, holdHours);
  await postMovements(tx, movements);
  return done;
}

/** The same without posting the ledger movements of the order's credits, which is up to the caller. */
async function writeOrRequest(
  tx: Tx,
  order: NewOrder,
  company: CartState["company"],
  holdHours: number,
  next?: NextOrder | null,
): Promise<{ done: CheckedOut; movements: Movement[] }> {
  requirePayable(order.grossCents);
  const rules = await rulesFor(tx, company.id, company.rules, order);
  if (rules.length === 0) {
    const { order: done, movements } = await writeOrder(tx, order, next);
    return { done, movements };
  }
  const request = { companyId: company.id, rules, holdHours };
  return { done: await requestApproval(tx, order, request), movements: [] };
}

/** Returns the cart lines in the form that an order stores. */
export function orderItems({
  vintages,
  reports,
}: Pick<CartState, "vintages" | "reports">): NewOrder["items"] {
  return [...vintages.map(vintageItem), ...reports.map(reportItem)];
}

function refusalOf(
  state: CartState,
  taxation: Taxation,
  seen: Pick<Checkout, "version" | "totalPriceGross">,
): Refusal | undefined {
  const { cart, vintages, reports } = state;
  if (cart.version !== seen.version) return new Refusal("CART_CHANGED");
  if (vintages.length + reports.length === 0) {
    return new Refusal("CART_CHANGED", { detail: "Your cart is empty." });
  }
  const off = vintages.find((line) => !line.shown.purchasable);
  if (off) {
    const detail = `${off.projectName} cannot be bought at the moment. Remove it from the cart to order the rest.`;
    return new Refusal("NOT_PURCHASABLE", { detail });
  }
  const total = seen.totalPriceGross;
  // A new VAT rate does not change the version.
  const isChanged = total !== undefined && cents(total) !== sumsOf(state, taxation).grossCents;
  return isChanged ? new Refusal("CART_CHANGED") : undefined;
}

function vintageItem(line: VintageLine) {
  const { shown } = line;
  const { externalId, continent, countries, registry, projectType } = line;
  return {
    productType: "VINTAGE_CREDITS" as const,
    vintageId: line.vintageId,
    reportId: null,
    projectId: line.projectId,
    quantity: line.quantity,
    priceCents: shown.priceCents,
    product: {
      project: {
        id: line.projectId,
        name: line.projectName,
        externalId,
        continent,
        countries,
        registry,
        projectType,
      },
      vintage: {
        id: line.vintageId,
        year: shown.year,
        impactType: coded(shown.impactType),
        claimType: coded(shown.claimType),
        methodology: line.methodology,
        ...listPriceOf(line),
        creditType: coded(shown.creditType),
        expectedDelivery: line.expectedDelivery,
      },
    },
  };
}

function reportItem(line: ReportLine) {
  const { reportId, reportName, pages, projects } = line;
  return {
    productType: "DUE_DILIGENCE_REPORT" as const,
    vintageId: null,
    reportId,
    projectId: null,
    quantity: 1,
    priceCents: line.shownPriceCents,
    product: { reportId, reportName, pages, projects },
  };
}
