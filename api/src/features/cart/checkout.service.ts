import { checkout as checkoutEndpoint } from "@tonneline/contract/cart";
import { codeNames } from "@tonneline/contract/catalogue";
import type { InvoiceDetails } from "@tonneline/contract/company";
import type { Order } from "@tonneline/contract/orders";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { Refusal } from "../../core/errors.ts";
import { earlierAnswer, keepAnswer } from "../../core/idempotency.ts";
import { demandRoomForOrder, placeOrder } from "../orders/orders.service.ts";
import type { SalesTerms } from "../settings/salesTerms.service.ts";
import { settleCart } from "./cart.settling.ts";
import type { CartService } from "./cart.service.ts";
import {
  deleteItems,
  lockCart,
  raiseVersion,
  type ReportLine,
  type VintageLine,
} from "./cart.sql.ts";
import { forgetChanges } from "./changes.sql.ts";
import { sumsOf, type CartContent } from "./cart.view.ts";

export interface Checkout {
  userId: number;
  details: InvoiceDetails;
  /** The version of the cart that the buyer saw. */
  version: number;
  idempotencyKey: string | undefined;
}

export type CheckoutService = ReturnType<typeof createCheckout>;

export function createCheckout(
  db: Db,
  carts: CartService,
  publicUrl: string,
  salesTerms: Pick<SalesTerms, "ownFileId">,
) {
  /**
   * Orders what is in the cart, in one transaction. CART_CHANGED, with nothing ordered, when the buyer saw another
   * version, when the catalogue changed since, when a hold was lost for good, or when the cart is empty.
   * NOT_PURCHASABLE when something in it is not on sale.
   */
  async function checkout({ userId, details, version, idempotencyKey }: Checkout): Promise<Order> {
    const minutes = await carts.holdMinutes();
    const { ordersPerHour } = await carts.ceilings();
    const taxation = await carts.taxationOf(userId, details.invoiceAddress.countryCode);
    const ownTermsFileId = await salesTerms.ownFileId();
    const outcome = await inTransaction(db, async (tx): Promise<Order | Refusal> => {
      const cart = await lockCart(tx, userId);
      const call = idempotencyKey && {
        userId,
        endpoint: checkoutEndpoint.path,
        key: idempotencyKey,
        body: { details, version },
      };
      const earlier = call && (await earlierAnswer(tx, call));
      if (earlier) return earlier as Order;

      await settleCart(tx, cart, { rehold: true, minutes });
      const content = await carts.contentOf(tx, cart);
      const refusal = refusalOf(content, version);
      // Returned, not thrown: what settling found out must be kept for the page to show.
      if (refusal) return refusal;

      await demandRoomForOrder(tx, userId, ordersPerHour);
      const order = await placeOrder(tx, {
        userId,
        details,
        ...sumsOf(content, taxation),
        items: [...content.vintages.map(vintageItem), ...content.reports.map(reportItem)],
        ownTermsFileId,
        publicUrl,
      });
      await emptyCart(tx, content);
      if (call) await keepAnswer(tx, call, order);
      return order;
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  }

  return { checkout };
}

function refusalOf({ cart, vintages, reports }: CartContent, version: number): Refusal | undefined {
  if (cart.version !== version) return new Refusal("CART_CHANGED");
  if (vintages.length + reports.length === 0) {
    return new Refusal("CART_CHANGED", { detail: "Your cart is empty." });
  }
  const off = vintages.find((line) => !line.shown.purchasable);
  if (off) {
    const detail = `${off.projectName} cannot be bought at the moment. Take it out of the cart to order the rest.`;
    return new Refusal("NOT_PURCHASABLE", { detail });
  }
  return undefined;
}

async function emptyCart(tx: Tx, { cart, vintages, reports }: CartContent): Promise<void> {
  await deleteItems(
    tx,
    [...vintages, ...reports].map((line) => line.id),
  );
  await forgetChanges(tx, cart.id);
  await raiseVersion(tx, cart.id);
}

function vintageItem(line: VintageLine) {
  const { shown } = line;
  const named = <C extends keyof typeof codeNames>(code: C) => ({
    id: code,
    name: codeNames[code],
  });
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
        impactType: named(shown.impactType),
        claimType: named(shown.claimType),
        methodology: line.methodology,
        creditType: named(shown.creditType),
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
