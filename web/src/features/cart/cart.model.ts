import type { Cart, CartChange, CartItem } from "@tonneline/contract/cart";
import type { CountryCode } from "@tonneline/contract/countries";
import type { VatCategory } from "@tonneline/contract/vat";

type VintageItem = Extract<CartItem, { productType: "VINTAGE_CREDITS" }>;
type Product = VintageItem["product"];

/** One vintage in the cart. */
export interface CartVintage {
  vintageId: number;
  projectId: number;
  projectName: string;
  year: number;
  creditType: Product["creditType"];
  expectedDelivery: Product["expectedDelivery"];
  claimType: Product["claimType"];
  impactType: Product["impactType"];
  /** In tonnes. */
  quantity: number;
  /** Euros per tonne, net. */
  price: number;
  /** The catalogue price, if the company has a price of its own. */
  listPrice?: number | null | undefined;
  totalPrice: number;
  /** When the hold on the credits expires; null if they are not held. */
  reservedTo: string | null;
  /** Tonnes that nobody holds. */
  available: number;
  purchasable: boolean;
}

export interface CartProject extends Pick<
  Product,
  "externalId" | "countries" | "registry" | "projectType" | "images"
> {
  id: number;
  name: string;
  vintages: CartVintage[];
}

/** `pages` and `projectNames` are unknown in the legacy cart. */
export interface CartReport {
  reportId: number;
  name: string;
  pages: number | null;
  projectNames: string[];
  price: number;
}

/** The cart as displayed, from either API. Money in euros. */
export interface CartModel {
  projects: CartProject[];
  reports: CartReport[];
  totalCredits: number;
  net: number;
  vatAmount: number;
  vatPercentage: number;
  vatCategory: VatCategory;
  gross: number;
  countryCode: CountryCode;
  version: number;
  /** Changes made by others, until the buyer acknowledges them. */
  changes: CartChange[];
}

/** Whose VAT to add: by default that of the saved company details' country, else of the seller's own. */
export interface VatQuery {
  countryCode?: CountryCode | undefined;
}

/** Returns the euros for a quantity at a price, exact to the cent. */
export function rowTotal(price: number, quantity: number): number {
  return (Math.round(price * 100) * quantity) / 100;
}

/** The totals that both APIs share. */
export function sumsOf(cart: Omit<Cart, "id" | "userId" | "items">) {
  return {
    totalCredits: cart.totalCredits,
    net: cart.totalPriceNet,
    vatAmount: cart.vatAmount,
    vatPercentage: cart.vatPercentage,
    vatCategory: cart.vatCategory,
    gross: cart.totalPriceGross,
    countryCode: cart.countryCode,
    version: cart.version,
    changes: cart.changes,
  };
}

/** Converts the new API's cart: items grouped by project, in the order in which they were added. */
export function fromCart(cart: Cart): CartModel {
  const vintages = cart.items.filter((item) => item.productType === "VINTAGE_CREDITS");
  const reports = cart.items.filter((item) => item.productType === "DUE_DILIGENCE_REPORT");
  const ids = new Set(vintages.map(({ product }) => product.projectId));
  const itemsOf = (id: number) => vintages.filter(({ product }) => product.projectId === id);
  return {
    projects: Array.from(ids, (id) => projectOf(id, itemsOf(id))),
    reports: reports.map(({ product, price }) => ({
      reportId: product.reportId,
      name: product.reportName,
      pages: product.pages,
      projectNames: product.projects.map((project) => project.name),
      price,
    })),
    ...sumsOf(cart),
  };
}

function projectOf(id: number, items: VintageItem[]): CartProject {
  const {
    projectName: name,
    externalId,
    countries,
    registry,
    projectType,
    images,
  } = items[0]!.product;
  const vintages = items.map(({ product, quantity, price, totalPrice, reservedTo }) => ({
    vintageId: product.id,
    projectId: id,
    projectName: name,
    year: product.year,
    creditType: product.creditType,
    expectedDelivery: product.expectedDelivery,
    claimType: product.claimType,
    impactType: product.impactType,
    quantity,
    price,
    listPrice: product.listPrice,
    totalPrice,
    reservedTo,
    available: product.availableCredits,
    purchasable: product.purchasable,
  }));
  return { id, name, externalId, countries, registry, projectType, images, vintages };
}

/** Returns the vintages of all projects, project by project. */
export function vintagesOf(cart: CartModel): CartVintage[] {
  return cart.projects.flatMap((project) => project.vintages);
}

/** Returns the vintages that are not issued yet. */
export function expectedVintages(cart: CartModel): CartVintage[] {
  return vintagesOf(cart).filter(({ creditType }) => creditType === "EX_ANTE");
}

/** Tonnes that are not issued yet. */
export function expectedTonnes(cart: CartModel): number {
  return expectedVintages(cart).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The number of rows in the cart: vintages and reports. */
export function itemCount(cart: CartModel): number {
  return vintagesOf(cart).length + cart.reports.length;
}

/**
 * Returns the cart with an optimistic quantity for one row; sums remain the server's until it responds. 0 removes the
 * row; a vintage that is not in the cart is ignored.
 */
export function withQuantity(cart: CartModel, vintageId: number, quantity: number): CartModel {
  const projects = cart.projects.map((project) => ({
    ...project,
    vintages: project.vintages
      .filter((row) => row.vintageId !== vintageId || quantity > 0)
      .map((row) =>
        row.vintageId === vintageId
          ? { ...row, quantity, totalPrice: rowTotal(row.price, quantity) }
          : row,
      ),
  }));
  return { ...cart, projects: projects.filter((project) => project.vintages.length > 0) };
}

/** Returns the cart without a report; sums remain the server's until it responds. */
export function withoutReport(cart: CartModel, reportId: number): CartModel {
  return { ...cart, reports: cart.reports.filter((report) => report.reportId !== reportId) };
}

/** Returns the cart without contents, as after a checkout. */
export function emptied(cart: CartModel): CartModel {
  return {
    ...cart,
    projects: [],
    reports: [],
    totalCredits: 0,
    net: 0,
    vatAmount: 0,
    gross: 0,
    version: cart.version + 1,
    changes: [],
  };
}

/** Key of a vintage's row among the writes in progress. */
export const vintageRow = (vintageId: number) => `vintage:${vintageId}`;
/** The same for a report; a vintage and a report may share an id. */
export const reportRow = (reportId: number) => `report:${reportId}`;
