import { endpoint, file } from "./endpoint.ts";
import { idParams } from "./shapes.ts";

export const getMyInvoice = endpoint({
  method: "GET",
  path: "/me/orders/:id/invoice",
  access: "admitted",
  companyRight: "orders",
  summary: "The invoice of one of the caller's orders: PDF with embedded Factur-X",
  params: idParams,
  response: file("application/pdf"),
});

export const getMyInvoiceUbl = endpoint({
  method: "GET",
  path: "/me/orders/:id/invoice/ubl",
  access: "admitted",
  companyRight: "orders",
  summary: "The same invoice as UBL 2.1 of EN 16931",
  params: idParams,
  response: file("application/xml"),
});

export const getMyCreditNote = endpoint({
  method: "GET",
  path: "/me/orders/:id/credit-note",
  access: "admitted",
  companyRight: "orders",
  summary: "The credit note of a rejected order that was invoiced: PDF with embedded Factur-X",
  params: idParams,
  response: file("application/pdf"),
});

export const getMyCreditNoteUbl = endpoint({
  method: "GET",
  path: "/me/orders/:id/credit-note/ubl",
  access: "admitted",
  companyRight: "orders",
  summary: "The same credit note as UBL 2.1 of EN 16931",
  params: idParams,
  response: file("application/xml"),
});

export const getMySalesTerms = endpoint({
  method: "GET",
  path: "/me/orders/:id/sales-terms",
  access: "admitted",
  companyRight: "orders",
  summary: "The sales terms that the caller accepted with an order",
  params: idParams,
  response: file("application/pdf"),
});

export const getSalesTerms = endpoint({
  method: "GET",
  path: "/management/orders/:id/sales-terms",
  access: "orders:read",
  summary: "The sales terms that the buyer accepted with an order",
  params: idParams,
  response: file("application/pdf"),
});

export const getInvoice = endpoint({
  method: "GET",
  path: "/management/orders/:id/invoice",
  access: "orders:read",
  summary: "The invoice of an order",
  params: idParams,
  response: file("application/pdf"),
});

export const getInvoiceUbl = endpoint({
  method: "GET",
  path: "/management/orders/:id/invoice/ubl",
  access: "orders:read",
  summary: "The invoice of an order as UBL",
  params: idParams,
  response: file("application/xml"),
});

export const getCreditNote = endpoint({
  method: "GET",
  path: "/management/orders/:id/credit-note",
  access: "orders:read",
  summary: "The credit note of an order",
  params: idParams,
  response: file("application/pdf"),
});

export const getCreditNoteUbl = endpoint({
  method: "GET",
  path: "/management/orders/:id/credit-note/ubl",
  access: "orders:read",
  summary: "The credit note of an order as UBL",
  params: idParams,
  response: file("application/xml"),
});
