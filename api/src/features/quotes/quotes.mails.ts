import type { Cart } from "@tonneline/contract/cart";
import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { coded } from "../../core/mailTexts/texts.ts";
import { cents, formatEuros } from "../../core/money.ts";
import { formatEnd, formatInteger } from "../../core/formats.ts";

interface Mailed {
  id: number;
  number: string;
  content: Cart;
  validUntil: Date;
}

const valuesOf = ({ number, content }: Mailed) => ({
  quote: number,
  tonnes: content.totalCredits > 0 ? `${formatInteger(content.totalCredits)} t` : "reports",
  total: formatEuros(cents(content.totalPriceNet)),
});
const lines = ({ content }: Mailed) =>
  content.items.map((item) =>
    item.productType === "VINTAGE_CREDITS"
      ? `${item.product.projectName}, vintage ${item.product.year}: ${formatInteger(item.quantity)} t at ${formatEuros(cents(item.price))}`
      : `${item.product.reportName}: ${formatEuros(cents(item.price))}`,
  );
const path = ({ id }: Mailed) => `/user/settings/quotes/${id}`;

/** Mails the buyer until when prices and credits are kept, in the seller's time zone. */
export async function mailKept(
  tx: Tx,
  to: string,
  quote: Mailed & { timeZone: string },
): Promise<void> {
  await writeMails(tx, [
    {
      to,
      permission: "orders:read",
      ...coded(
        "quote.kept",
        { ...valuesOf(quote), until: formatEnd(quote.validUntil, quote.timeZone) },
        { path: path(quote), lines: lines(quote) },
      ),
    },
  ]);
}

/** Mails the buyer that a quote is no longer kept. */
export async function mailEnded(
  tx: Tx,
  to: string,
  quote: Mailed & { why: "over" | "withdrawn" },
): Promise<void> {
  const code = quote.why === "over" ? "quote.over" : "quote.withdrawn";
  await writeMails(tx, [
    {
      to,
      permission: "orders:read",
      ...coded(code, valuesOf(quote), { path: path(quote) }),
    },
  ]);
}
