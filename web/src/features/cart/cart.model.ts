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
  /** Tonnes. */
  quantity: number;
  /** Euros per tonne, net. */
  price: number;
  /** Where the price is the company's own: that of the catalogue. */
  listPrice?: number | null | undefined;
  totalPrice: number;
  /** Until when the credits are held; null when they are not. */
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

/** The cart as the screens show it, whichever of the two APIs answered. Money in euros. */
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
  /** What others changed, until the buyer has taken note. */
  changes: CartChange[];
}

/** Euros of a quantity at a price, exact to the cent. */
export function rowTotal(price: number, quantity: number): number {
  return (Math.round(price * 100) * quantity) / 100;
}

/** What both views say of the whole. */
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

/** Items of the new cart, grouped by project in the order in which they were added. */
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

/** The rows of all projects, one project after the other. */
export function vintagesOf(cart: CartModel): CartVintage[] {
  return cart.projects.flatMap((project) => project.vintages);
}

/** What is not issued yet. */
export function expectedVintages(cart: CartModel): CartVintage[] {
  return vintagesOf(cart).filter(({ creditType }) => creditType === "EX_ANTE");
}

/** Tonnes that are not issued yet. */
export function expectedTonnes(cart: CartModel): number {
  return expectedVintages(cart).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Rows in the cart: vintages and reports. */
export function itemCount(cart: CartModel): number {
  return vintagesOf(cart).length + cart.reports.length;
}

/**
 * The cart with one row's quantity as it was just typed; sums stay those of the server until it answers. 0 removes the
 * row; a vintage that is not in the cart changes nothing.
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

/** The cart with one report less; sums stay those of the server until it answers. */
export function withoutReport(cart: CartModel, reportId: number): CartModel {
  return { ...cart, reports: cart.reports.filter((report) => report.reportId !== reportId) };
}

/** The same cart with nothing in it, as it stands after a checkout. */
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

/** A row of the cart, among those that are being written. */
export const vintageRow = (vintageId: number) => `vintage:${vintageId}`;
/** The same for a report; a vintage and a report may have one id. */
export const reportRow = (reportId: number) => `report:${reportId}`;
