import type { ManagedOrder, OrderDetails } from "@tonneline/contract/orders";
import { referenceFields, type ReferencePath } from "../../company/OrderReferences.tsx";

const references = referenceFields.map(({ path }) => path);

/** The fields of one line, in the order of the form. */
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

/** What an order's invoice says of its buyer, as the form has it: blank where nothing was said. */
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

/** The same as the API takes it; the country stays. */
export function bodyOf(order: ManagedOrder, typed: TypedDetails): OrderDetails {
  const { street, postalCode, city, province, ...details } = typed;
  const { countryCode } = order.address;
  return { ...details, invoiceAddress: { street, postalCode, city, province, countryCode } };
}
