import type { ManagedOrder, OrderDetails } from "@tonneline/contract/orders";
import { referenceFields, type ReferencePath } from "../../company/OrderReferences.tsx";

const references = referenceFields.map(({ path }) => path);

/** The fields of a single line, in the order of the form. */
export const fieldsOfInvoice = [
  "companyName",
  "vatNumber",
  "invoiceEmail",
  "street",
  "postalCode",
  "city",
  "province",
  ...references.filter((path) => path !== "remark"),
] as const;

export type TypedDetails = Record<(typeof fieldsOfInvoice)[number] | "remark", string>;

/** Returns the buyer's details on an order's invoice as form values; missing ones are blank. */
export function detailsIn(order: ManagedOrder): TypedDetails {
  const { street, postalCode, city, province } = order.address;
  return {
    companyName: order.companyName,
    vatNumber: order.vatNumber,
    invoiceEmail: order.invoiceEmail,
    street,
    postalCode,
    city,
    province: province ?? "",
    ...(Object.fromEntries(references.map((path) => [path, order[path] ?? ""])) as Record<
      ReferencePath,
      string
    >),
  };
}

/** Converts form values to the API's format; the country stays the same. */
export function bodyOf(order: ManagedOrder, typed: TypedDetails): OrderDetails {
  const { street, postalCode, city, province, ...details } = typed;
  const { countryCode } = order.address;
  return { ...details, invoiceAddress: { street, postalCode, city, province, countryCode } };
}
