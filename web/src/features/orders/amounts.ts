import type { Order } from "@tonneline/contract/orders";

/** Tonnes that no registry had issued when they were ordered. */
export function expectedOf({ items }: Pick<Order, "items">): number {
  return items.reduce((sum, { productType, product, quantity }) => {
    const isExpected =
      productType === "VINTAGE_CREDITS" && product.vintage.creditType.id === "EX_ANTE";
    return isExpected ? sum + quantity : sum;
  }, 0);
}
