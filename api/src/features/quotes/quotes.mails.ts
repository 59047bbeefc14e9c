import type { Cart } from "@tonneline/contract/cart";
import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";

const money = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });
const whole = new Intl.NumberFormat("en");
const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

interface Mailed {
  id: number;
  number: string;
  content: Cart;
  validUntil: Date;
}

const what = ({ content }: Mailed) =>
  `${whole.format(content.totalCredits)} t for ${money.format(content.totalPriceNet)} net`;
const lines = ({ content }: Mailed) =>
  content.items.map((item) =>
    item.productType === "VINTAGE_CREDITS"
      ? `${item.product.projectName}, vintage ${item.product.year}: ${whole.format(item.quantity)} t at ${money.format(item.price)}`
      : `${item.product.reportName}: ${money.format(item.price)}`,
  );
const path = ({ id }: Mailed) => `/user/settings/quotes/${id}`;

/** Tells a buyer until when prices and credits are kept. */
export async function mailKept(tx: Tx, to: string, quote: Mailed): Promise<void> {
  await writeMails(tx, [
    {
      to,
      permission: "orders:read",
      subject: `Your quote ${quote.number} is kept until ${moment.format(quote.validUntil)} UTC`,
      paragraphs: [
        `We keep the prices and credits of quote ${quote.number} for you: ${what(quote)}.`,
        `They stand until ${moment.format(quote.validUntil)} UTC. You order it with one click.`,
      ],
      lines: lines(quote),
      action: { label: "See and order", path: path(quote) },
    },
  ]);
}

/** Tells a buyer that a quote is no longer kept. */
export async function mailEnded(
  tx: Tx,
  to: string,
  quote: Mailed & { why: "over" | "withdrawn" },
): Promise<void> {
  const because =
    quote.why === "over"
      ? `The time of quote ${quote.number} is over.`
      : `We had to withdraw quote ${quote.number}.`;
  await writeMails(tx, [
    {
      to,
      permission: "orders:read",
      subject: `Quote ${quote.number} is no longer kept`,
      paragraphs: [
        `${because} Nothing was ordered, and its credits (${what(quote)}) are on sale again.`,
      ],
      action: { label: "See the quote", path: path(quote) },
    },
  ]);
}
