import type { CartItem } from "@tonneline/contract/cart";
import { creditTypeText } from "@tonneline/contract/delivery";
import type { Quote } from "@tonneline/contract/quotes";
import { drawFoot, footTop } from "../../core/pdf/foot.ts";
import type { Seller } from "../../core/seller.ts";
import { ink } from "../../core/pdf/brand.ts";
import { inner, innerWidth, Sheet } from "../../core/pdf/sheet.ts";
import { cents, formatEuros } from "../../core/money.ts";
import { formatEnd, formatInteger, formatMoment } from "../../core/formats.ts";

interface Paper {
  seller: Seller & { timeZone: string };
  /** The company that it was made for. */
  buyer: string;
  /** The URL where it can be ordered. */
  address: string;
}

const columns = {
  name: { x: inner.left, width: 250 },
  quantity: { x: inner.left + 258, width: 70 },
  price: { x: inner.left + 334, width: 75 },
  net: { x: inner.right - 80, width: 80 },
};
const headings = { name: "Item", quantity: "Quantity", price: "Price", net: "Net" };
type Cell = keyof typeof columns;
const cells = Object.keys(columns) as Cell[];
const sumsHeight = 70;
const right = { align: "right" } as const;

/** Draws a quote on A4: its buyer, items, prices and validity. */
export function quotePdf(quote: Quote, { seller, buyer, address }: Paper): Promise<Buffer> {
  const { name, timeZone } = seller;
  const title = `Quote ${quote.number}`;
  const sheet = new Sheet({ title, author: name, subject: "Offer of carbon credits" });
  sheet.mark(inner.left, 42, 28);
  const bold = { style: "bold" } as const;
  let y = 96;
  sheet.tagged("P", () => {
    y = Math.max(y, sheet.text(name, inner.left + 36, 50, 240, { ...bold, size: 12 }) + 12);
  });
  sheet.tagged("H1", () => {
    y = sheet.text(title, inner.left, y, innerWidth, { ...bold, size: 19 });
  });
  sheet.tagged("P", () => {
    y = sheet.text(`For ${buyer}`, inner.left, y + 3, innerWidth, { size: 10 });
  });
  const until = `Valid until ${formatEnd(new Date(quote.validUntil), timeZone)}`;
  sheet.tagged("P", () => {
    y = sheet.text(outcomeOf(quote) ?? until + promiseOf(quote), inner.left, y + 3, innerWidth, {
      size: 10,
    });
  });
  const order = isOffered(quote) ? ` Order at ${address}.` : "";
  const note = `Made ${formatMoment(new Date(quote.createdAt), timeZone)}.${order}`;
  const foot = { seller, note };
  const bottom = footTop(sheet, foot) - sumsHeight;
  const table = sheet.group("Table");
  y = drawHead(sheet, table, y + 16);
  for (const item of quote.items) {
    if (y + itemHeight(sheet, item) > bottom) {
      sheet.pdf.addPage();
      y = drawHead(sheet, table, 50);
    }
    y = drawItem(sheet, table, item, y);
  }
  table.end();
  drawSums(sheet, quote, y + 6);
  return sheet.finish((number, count) => drawFoot(sheet, foot, number, count));
}

const isOffered = ({ status, cartChanged }: Quote) =>
  (status === "OPEN" && !cartChanged) || status === "KEPT";

/** Returns what replaces the validity once the quote is no longer an offer. */
function outcomeOf({ status, cartChanged, orderId }: Quote): string | undefined {
  if (cartChanged) return "The cart it was made from has changed. It can no longer be ordered.";
  if (status === "WITHDRAWN") return "Withdrawn. It can no longer be ordered.";
  if (status === "ORDERED") return `Ordered: it became order ${orderId}.`;
  return status === "REQUESTED" ? "Its order was sent to a colleague for approval." : undefined;
}

/** Returns what is promised: only a kept quote guarantees its prices, since a cart holds credits, but not prices. */
function promiseOf({ status }: Quote): string {
  if (status === "KEPT") return ". Prices and credits stand until then.";
  return status === "OPEN"
    ? ", as long as the cart holds its credits and nothing in it changes."
    : ".";
}

type Table = PDFKit.PDFStructureElement;

function drawHead(sheet: Sheet, table: Table, y: number): number {
  const row = sheet.group("TR", table);
  for (const cell of cells) {
    const { x, width } = columns[cell];
    const look = { size: 8, color: ink.faint, ...(cell === "name" ? {} : right) };
    sheet.tagged("TH", () => void sheet.text(headings[cell], x, y, width, look), row);
  }
  row.end();
  sheet.hairline(y + 15, inner.left, inner.right, ink.edge);
  return y + 22;
}

const nameLook = { style: "bold" } as const;
const factsLook = { size: 8, color: ink.quiet };

/** Returns an item's name and its key facts. */
function textsOf({ product }: CartItem): { name: string; facts: string } {
  if (!("projectName" in product))
    return { name: product.reportName, facts: "Due-diligence report" };
  const { creditType, expectedDelivery, claimType, registry, externalId } = product;
  const type = creditTypeText(creditType, expectedDelivery);
  return {
    name: `${product.projectName}, ${product.year}`,
    facts: [type, claimType.name, registry.name, externalId].filter(Boolean).join(" · "),
  };
}

function itemHeight(sheet: Sheet, item: CartItem): number {
  const { name, facts } = textsOf(item);
  const { width } = columns.name;
  const named = sheet.lines(name, width, nameLook).length * 9 * 1.4;
  return named + sheet.lines(facts, width, factsLook).length * 8 * 1.4 + 6;
}

function drawItem(sheet: Sheet, table: Table, item: CartItem, y: number): number {
  const isVintage = item.productType === "VINTAGE_CREDITS";
  const { name, facts } = textsOf(item);
  const row = sheet.group("TR", table);
  let end = y;
  const draw = () => {
    const { x, width } = columns.name;
    end = sheet.text(name, x, y, width, nameLook);
    end = sheet.text(facts, x, end + 1, width, factsLook);
  };
  sheet.tagged("TD", draw, row);
  const texts = {
    quantity: isVintage ? `${formatInteger(item.quantity)} t` : "1",
    price: formatEuros(cents(item.price)),
    net: formatEuros(cents(item.totalPrice)),
  };
  for (const cell of ["quantity", "price", "net"] as const) {
    const { x, width } = columns[cell];
    sheet.tagged("TD", () => sheet.oneLine(texts[cell], x, y, width, right), row);
  }
  row.end();
  sheet.hairline(end + 5);
  return end + 12;
}

/** Why there is no VAT, as worded in the cart. */
const reasons = { S: "", AE: ", reverse charge", O: ", outside scope" };

function drawSums(sheet: Sheet, quote: Quote, from: number): void {
  let y = from;
  const sums: [string, number][] = [
    ["Net", quote.totalPriceNet],
    [`VAT ${quote.vatPercentage}%${reasons[quote.vatCategory]}`, quote.vatAmount],
    ["Total", quote.totalPriceGross],
  ];
  for (const [name, amount] of sums) {
    const style = name === "Total" ? "bold" : "regular";
    sheet.tagged("P", () => {
      sheet.text(name, columns.quantity.x, y, 150, { style, size: 10 });
      sheet.oneLine(formatEuros(cents(amount)), columns.net.x - 40, y, 120, {
        style,
        size: 10,
        ...right,
      });
    });
    y += 17;
  }
}
