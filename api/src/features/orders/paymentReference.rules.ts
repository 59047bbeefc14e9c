/**
 * ISO 11649 creditor reference of an order: "RF", two check digits (ISO 7064, mod 97-10), the order's number.
 * The letters R and F count as 27 and 15.
 */
export function paymentReference(orderId: number): string {
  const remainder = BigInt(`${orderId}271500`) % 97n;
  return `RF${String(98n - remainder).padStart(2, "0")}${orderId}`;
}
