import type { Executor } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { cents } from "../../core/money.ts";
import { linesAt } from "../cart/quoted.service.ts";
import { isStillQuoted } from "./quotes.rules.ts";
import type { QuoteRow } from "./quotes.sql.ts";

/**
 * Returns the lines of a quote at its prices, with the current catalogue data. NOT_PURCHASABLE for an item that is no longer
 * offered, CART_CHANGED for one that is no longer what was quoted.
 */
export async function quotedLines(executor: Executor, { companyId, content }: QuoteRow) {
  const lines = await linesAt(
    executor,
    content.items.map((item) => ({
      vintageId: item.productType === "VINTAGE_CREDITS" ? item.product.id : undefined,
      reportId: item.productType === "DUE_DILIGENCE_REPORT" ? item.product.reportId : undefined,
      quantity: item.quantity,
      priceCents: cents(item.price),
    })),
    companyId,
  );
  for (const item of content.items) {
    if (item.productType !== "VINTAGE_CREDITS") continue;
    const { id, projectName, claimType, impactType, ...quoted } = item.product;
    const now = lines.vintages.find(({ vintageId }) => vintageId === id);
    if (!now || now.offer.hidden || now.offer.withdrawn) {
      refuse("NOT_PURCHASABLE", { detail: `${projectName} is no longer offered.` });
    }
    const same = { ...quoted, claimType: claimType.id, impactType: impactType.id };
    if (!isStillQuoted(same, now.offer)) {
      const detail = `${projectName} has changed since it was quoted. Ask for a new quote.`;
      refuse("CART_CHANGED", { detail });
    }
  }
  const off = lines.reports.find(({ hidden }) => hidden);
  if (off) refuse("NOT_PURCHASABLE", { detail: `${off.reportName} is no longer offered.` });
  if (lines.vintages.length + lines.reports.length < content.items.length)
    refuse("NOT_PURCHASABLE");
  return lines;
}
