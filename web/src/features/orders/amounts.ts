import type { OrderItem } from "@tonneline/contract/orderItems";
import type { Order } from "@tonneline/contract/orders";

/** Tonnes of an order that no credit note has put back on sale. */
export function netTonnes({ items }: Pick<Order, "items">): number {
  return items.reduce(
    (sum, { productType, quantity, returnedQuantity }) =>
      productType === "VINTAGE_CREDITS" ? sum + quantity - returnedQuantity : sum,
    0,
  );
}

/** The part of those that no registry had issued when they were ordered. */
export function netExpectedTonnes({ items }: Pick<Order, "items">): number {
  return netTonnes({ items: items.filter(isExpected) });
}

/** Tonnes that no registry had issued when they were ordered. */
export function expectedOf({ items }: Pick<Order, "items">): number {
  return items.filter(isExpected).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The expected deliveries of those, as given by each vintage; null where it gives none. */
export function deliveriesOf({ items }: Pick<Order, "items">): (string | null | undefined)[] {
  return items.flatMap((item) =>
    item.productType === "VINTAGE_CREDITS" && isExpected(item)
      ? [item.product.vintage.expectedDelivery]
      : [],
  );
}

function isExpected({ productType, product }: OrderItem): boolean {
  return productType === "VINTAGE_CREDITS" && product.vintage.creditType.id === "EX_ANTE";
}
