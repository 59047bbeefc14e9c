import type { Quote } from "@tonneline/contract/quotes";

/** Tonnes of a quote that no registry has issued yet. */
export const expectedOf = ({ items }: Pick<Quote, "items">): number =>
  items.reduce(
    (sum, { productType, product, quantity }) =>
      productType === "VINTAGE_CREDITS" && product.creditType === "EX_ANTE" ? sum + quantity : sum,
    0,
  );
