import { codeNames } from "@tonneline/contract/codes";
import { type ClaimType, type Continent, type ImpactType } from "@tonneline/contract/catalogue";
import type { Cart, CartItem } from "@tonneline/contract/cart";
import type { CountryCode } from "@tonneline/contract/countries";
import type { VatCategory } from "@tonneline/contract/vat";
import { imageView } from "../../core/pictures.ts";
import { euros, vatCents } from "../../core/money.ts";
import { listPriceOf } from "./cart.rules.ts";
import type { CartState, ReportLine, VintageLine } from "./state.sql.ts";

export interface Taxation {
  countryCode: CountryCode;
  category: VatCategory;
  percent: number;
}

/** The parts of a cart that both of its views show. */
type CartContent = Pick<CartState, "cart" | "vintages" | "reports" | "changes">;

/** Returns the totals that do not depend on the country: tonnes, and net in cents. */
export function netOf({ vintages, reports }: Pick<CartContent, "vintages" | "reports">) {
  return {
    totalCredits: vintages.reduce((sum, line) => sum + line.quantity, 0),
    netCents:
      vintages.reduce((sum, line) => sum + line.quantity * line.shown.priceCents, 0) +
      reports.reduce((sum, line) => sum + line.shownPriceCents, 0),
  };
}

/** Returns net, VAT and gross in cents, VAT rounded once on the sum. */
export function sumsOf(content: CartContent, taxation: Taxation) {
  const { totalCredits, netCents } = netOf(content);
  const vat = vatCents(netCents, taxation.percent);
  return {
    totalCredits,
    netCents,
    vatPercent: taxation.percent,
    vatCents: vat,
    grossCents: netCents + vat,
    vatCategory: taxation.category,
  };
}

/** Returns the totals as both views show them. */
export function sumsView(content: CartContent, taxation: Taxation) {
  const sums = sumsOf(content, taxation);
  return {
    totalCredits: sums.totalCredits,
    currency: "EUR" as const,
    totalPriceNet: euros(sums.netCents),
    totalPriceGross: euros(sums.grossCents),
    vatPercentage: sums.vatPercent,
    vatAmount: euros(sums.vatCents),
    version: content.cart.version,
    countryCode: taxation.countryCode,
    vatCategory: taxation.category,
    changes: content.changes,
  };
}

/** Returns a code with its display name. */
export function coded<C extends keyof typeof codeNames>(code: C) {
  return { id: code, name: codeNames[code] };
}

/** Returns the location, registry and type of a line's project. */
export function projectFactsOf(
  line: Pick<VintageLine, "continent" | "countries" | "registry" | "projectType">,
) {
  const { continent, countries, registry, projectType } = line;
  return { continent: continent as Continent | null, countries, registry, projectType };
}

/** Returns the cart at the prices its buyer was shown, in euros; vintages before reports, VAT rounded once on the sum. */
export function cartView(content: CartContent, taxation: Taxation): Cart {
  const { cart, vintages, reports } = content;
  return {
    id: cart.id,
    userId: cart.userId,
    items: [...vintages.map(vintageItem), ...reports.map(reportItem)],
    ...sumsView(content, taxation),
  };
}

function vintageItem(line: VintageLine): CartItem {
  const { shown } = line;
  return {
    id: line.id,
    quantity: line.quantity,
    price: euros(shown.priceCents),
    totalPrice: euros(line.quantity * shown.priceCents),
    currency: "EUR",
    reservedTo: line.reservedTo?.toISOString() ?? null,
    productType: "VINTAGE_CREDITS",
    product: {
      id: line.vintageId,
      projectId: line.projectId,
      projectName: line.projectName,
      externalId: line.externalId,
      ...projectFactsOf(line),
      images: line.images.map(imageView),
      year: shown.year,
      impactType: coded<ImpactType>(shown.impactType),
      claimType: coded<ClaimType>(shown.claimType),
      methodology: line.methodology,
      ...listPriceOf(line),
      creditType: shown.creditType,
      expectedDelivery: line.expectedDelivery,
      availableCredits: line.available,
      purchasable: shown.purchasable,
    },
  };
}

function reportItem(line: ReportLine): CartItem {
  return {
    id: line.id,
    quantity: 1,
    price: euros(line.shownPriceCents),
    totalPrice: euros(line.shownPriceCents),
    currency: "EUR",
    reservedTo: null,
    productType: "DUE_DILIGENCE_REPORT",
    product: {
      reportId: line.reportId,
      reportName: line.reportName,
      pages: line.pages,
      projects: line.projects.map((project) => ({
        id: project.id,
        name: project.name,
        ...projectFactsOf(project),
      })),
    },
  };
}
