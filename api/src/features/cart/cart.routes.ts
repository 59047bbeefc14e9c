import * as contract from "@tonneline/contract/cart";
import { hasCompanyRight } from "@tonneline/contract/companyRoles";
import type { Db } from "../../core/db.ts";
import { Accepted, type Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { fillFromRequest } from "./again.service.ts";
import type { CartService } from "./cart.service.ts";
import { cartView } from "./cart.view.ts";
import type { CheckoutService } from "./checkout.service.ts";
import type { SeenCart } from "./cart.service.ts";

const view = ({ state, taxation }: SeenCart) => cartView(state, taxation);

interface Base {
  serve: Serve;
  db: Db;
  settings: SettingsService;
}

/** Registers the endpoints of the caller's cart and its checkout, which returns 202 if it becomes a request for approval. */
export function cartRoutes(
  { serve, db, settings }: Base,
  carts: CartService,
  { checkout, previewApproval }: CheckoutService,
): void {
  serve(contract.getCart, async ({ caller, query }) => {
    const mayBuy = hasCompanyRight(caller.companyRole, "buy", caller.companyBlocked);
    return view(await carts.read(caller.userId, query.countryCode, mayBuy));
  });
  serve(contract.setCartVintage, async ({ caller, query, body }) =>
    view(await carts.setVintage(caller.userId, body.vintageId, body.credits, query.countryCode)),
  );
  serve(contract.removeCartVintage, async ({ caller, query, body }) =>
    view(await carts.setVintage(caller.userId, body.vintageId, 0, query.countryCode)),
  );
  serve(contract.addCartReport, async ({ caller, query, body }) =>
    view(await carts.addReport(caller.userId, body.reportId, query.countryCode)),
  );
  serve(contract.removeCartReport, async ({ caller, query, body }) =>
    view(await carts.removeReport(caller.userId, body.reportId, query.countryCode)),
  );

  serve(contract.acknowledgeCartChanges, ({ caller, body }) =>
    carts.acknowledgeChanges(caller.userId, body.version),
  );

  serve(contract.restoreCartFromRequest, ({ caller, actor, params }) => {
    const { userId, companyId } = caller;
    const member = { userId, companyId };
    return fillFromRequest(db, settings, { approvalId: params.id, member, actor });
  });

  serve(contract.previewCartApproval, ({ caller, query }) =>
    previewApproval(caller.userId, query.costCentre),
  );

  serve(contract.checkout, async ({ caller, body, idempotencyKey }) => {
    const { version, totalPriceGross, ...details } = body;
    const seen = { version, totalPriceGross };
    const done = await checkout({ userId: caller.userId, details, ...seen, idempotencyKey });
    return "approval" in done ? new Accepted(done) : done;
  });
}
