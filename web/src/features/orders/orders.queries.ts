import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  getInvoice,
  getMyInvoice,
  getMySalesTerms,
  getSalesTerms,
} from "@tonneline/contract/orderFiles";
import { getMyOrder, listMyOrders, type Order, type OrderStatus } from "@tonneline/contract/orders";
import type * as corrections from "@tonneline/contract/corrections";
import { endpointRef, call, download } from "../../lib/api.ts";

/** Buyers download their own files, operators anyone's. */
const files = {
  buyer: {
    invoice: getMyInvoice,
    salesTerms: getMySalesTerms,
    document: endpointRef<typeof corrections.getMyDocument>({
      method: "GET",
      path: "/me/orders/:id/documents/:documentId",
    }),
    documentUbl: endpointRef<typeof corrections.getMyDocumentUbl>({
      method: "GET",
      path: "/me/orders/:id/documents/:documentId/ubl",
    }),
  },
  operator: {
    invoice: getInvoice,
    salesTerms: getSalesTerms,
    document: endpointRef<typeof corrections.getOrderDocument>({
      method: "GET",
      path: "/management/orders/:id/documents/:documentId",
    }),
    documentUbl: endpointRef<typeof corrections.getOrderDocumentUbl>({
      method: "GET",
      path: "/management/orders/:id/documents/:documentId/ubl",
    }),
  },
};
export type Reader = keyof typeof files;
type OrderFile = "invoice" | "salesTerms";

export interface OrderListQuery {
  q?: string | undefined;
  status?: OrderStatus[] | undefined;
  /** Only the company's orders that the caller placed. */
  by?: "me" | undefined;
  /** In the API's format: "createdAt,desc". */
  sort: string;
  page: number;
  size: number;
}

export const orderKeys = {
  all: ["orders"] as const,
  list: (query: OrderListQuery) => ["orders", "list", query] as const,
  one: (id: string) => ["orders", "one", id] as const,
};

/** Converts to the API's query parameters. */
export function queryOf({ status, ...query }: OrderListQuery) {
  return {
    ...query,
    page: String(query.page),
    size: String(query.size),
    ...(status && { status: status.join(",") }),
  };
}

/** A page of the buyer's orders; the previous page stays on screen while the next one loads. */
export function useOrders({ status, ...query }: OrderListQuery) {
  return useQuery({
    queryKey: orderKeys.list({ status, ...query }),
    queryFn: ({ signal }) =>
      call(listMyOrders, { query: queryOf({ status, ...query }) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The buyer's newest order, if any. */
export function useLastOrder() {
  const query = { sort: "createdAt,desc", page: 0, size: 1 };
  return useQuery({
    queryKey: orderKeys.list(query),
    queryFn: ({ signal }) => call(listMyOrders, { query: queryOf(query) }, { signal }),
    select: ({ content }) => content[0],
  });
}

/** `id` as in the URL. */
export function useOrder(id: string) {
  return useQuery({
    queryKey: orderKeys.one(id),
    queryFn: ({ signal }) => call(getMyOrder, { params: { id } }, { signal }),
    refetchInterval: untilFilesAreThere,
  });
}

/** Downloads one of an order's files under a given name. */
export function downloadFile(
  reader: Reader,
  file: OrderFile,
  orderId: number,
  name: string,
): Promise<void> {
  return download(files[reader][file], { params: { id: String(orderId) } }, name);
}

/** Downloads an invoice or credit note of an order, as PDF or as XML. */
export function downloadDocument(
  reader: Reader,
  kind: "document" | "documentUbl",
  ids: { id: number; documentId: number },
  name: string,
): Promise<void> {
  const params = { id: String(ids.id), documentId: String(ids.documentId) };
  return download(files[reader][kind], { params }, name);
}

/** While a document has a number but no file yet, its order is polled: the file follows within seconds. */
export function untilFilesAreThere({ state }: { state: { data?: Order | undefined } }) {
  const { data } = state;
  const isComing = data?.documents.some(({ name }) => name === null);
  return isComing ? 2000 : false;
}
