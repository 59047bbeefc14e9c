import { invoiceDetails, type TestApp, type TestCaller } from "../app.ts";

/** Puts tonnes of a vintage into the buyer's cart and checks out; returns the order. */
export async function anOrder(
  t: TestApp,
  buyer: TestCaller,
  vintageId: number,
  credits: number,
  country = "DE",
): Promise<{ id: number; totalPriceGross: number }> {
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
  const invoiceAddress = { ...invoiceDetails.invoiceAddress, countryCode: country };
  const body = { ...invoiceDetails, invoiceAddress, version: set.body.version };
  const placed = await t.call(buyer, "POST", "/me/cart/checkout", body);
  if (placed.status !== 200) throw new Error(`No order: ${JSON.stringify(placed.body)}`);
  return placed.body;
}

/** Creates an order that is approved and paid: its credits are in the buyer's portfolio. */
export async function aPaidOrder(
  t: TestApp,
  admin: TestCaller,
  buyer: TestCaller,
  vintageId: number,
  credits: number,
) {
  const order = await anOrder(t, buyer, vintageId, credits);
  await t.call(admin, "POST", `/management/orders/${order.id}/approve`, {});
  const paidAt = new Date().toISOString();
  const paid = await t.call(admin, "POST", `/management/orders/${order.id}/pay`, { paidAt });
  if (paid.status !== 200) throw new Error(`Not paid: ${JSON.stringify(paid.body)}`);
  return paid.body;
}
