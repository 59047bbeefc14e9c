import type { ClaimType, ImpactType } from "@tonneline/contract/catalogue";
import { hasCompanyRight } from "@tonneline/contract/companyRoles";
import * as contract from "@tonneline/contract/legacyCart";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import { imageView } from "../../core/pictures.ts";
import type { CartService, SeenCart } from "./cart.service.ts";
import { listPriceOf } from "./cart.rules.ts";
import type { VintageLine } from "./state.sql.ts";
import { coded, projectFactsOf, sumsView } from "./cart.view.ts";

/** Registers the cart's endpoints while the flag new_cart_api is off; to be removed with the flag. */
export function legacyCartRoutes(serve: Serve, carts: CartService): void {
  serve(contract.getLegacyCart, async ({ caller, query }) => {
    const mayBuy = hasCompanyRight(caller.companyRole, "buy", caller.companyBlocked);
    return view(await carts.read(caller.userId, query.countryCode, mayBuy));
  });
  serve(contract.setLegacyCartVintage, async ({ caller, query, body }) =>
    view(await carts.setVintage(caller.userId, body.vintageId, body.credits, query.countryCode)),
  );
  serve(contract.removeLegacyCartVintage, async ({ caller, query, body }) =>
    view(await carts.setVintage(caller.userId, body.vintageId, 0, query.countryCode)),
  );
}

/** Returns the cart with its vintages grouped by project. */
function view({ state, taxation }: SeenCart): contract.LegacyCart {
  const byProject = Map.groupBy(state.vintages, (line) => line.projectId);
  return {
    projects: [...byProject.values()].map((lines) => {
      const [first] = lines as [VintageLine, ...VintageLine[]];
      return {
        id: first.projectId,
        name: first.projectName,
        externalId: first.externalId,
        ...projectFactsOf(first),
        images: first.images.map(imageView),
        vintages: lines.map(legacyVintage),
      };
    }),
    reports: state.reports.map((line) => ({
      reportId: line.reportId,
      reportName: line.reportName,
      price: euros(line.shownPriceCents),
    })),
    ...sumsView(state, taxation),
  };
}

function legacyVintage(line: VintageLine) {
  const { shown } = line;
  return {
    id: line.vintageId,
    year: shown.year,
    impactType: coded<ImpactType>(shown.impactType),
    claimType: coded<ClaimType>(shown.claimType),
    status: coded("ACTIVE"),
    methodology: line.methodology,
    availableCredits: line.available,
    price: euros(shown.priceCents),
    ...listPriceOf(line),
    currency: "EUR" as const,
    creditType: coded(shown.creditType),
    expectedDelivery: line.expectedDelivery,
    reservedTo: line.reservedTo?.toISOString() ?? null,
    credits: line.quantity,
    purchasable: shown.purchasable,
  };
}
