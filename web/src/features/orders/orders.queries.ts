import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  getMyCreditNote,
  getMyCreditNoteUbl,
  getMyInvoice,
  getMyInvoiceUbl,
  getMyOrder,
  listMyOrders,
  type OrderStatus,
} from "@tonneline/contract/orders";
import { call, download } from "../../lib/api.ts";

const files = {
  invoice: getMyInvoice,
  invoiceUbl: getMyInvoiceUbl,
  creditNote: getMyCreditNote,
  creditNoteUbl: getMyCreditNoteUbl,
};
export type OrderFile = keyof typeof files;

export interface OrderListQuery {
  q?: string | undefined;
  status?: OrderStatus[] | undefined;
  /** As the API takes it: "createdAt,desc". */
  sort: string;
  page: number;
  size: number;
}

export const orderKeys = {
  all: ["orders"] as const,
  list: (query: OrderListQuery) => ["orders", "list", query] as const,
  one: (id: string) => ["orders", "one", id] as const,
};

/** What the API is asked for. */
export function queryOf({ status, ...query }: OrderListQuery) {
  return {
    ...query,
    page: String(query.page),
    size: String(query.size),
    ...(status && { status: status.join(",") }),
  };
}

/** A page of the buyer's orders; the page before stays on screen while the next one loads. */
export function useOrders({ status, ...query }: OrderListQuery) {
  return useQuery({
    queryKey: orderKeys.list({ status, ...query }),
    queryFn: ({ signal }) =>
      call(listMyOrders, { query: queryOf({ status, ...query }) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** `id` as the address has it. */
export function useOrder(id: string) {
  return useQuery({
    queryKey: orderKeys.one(id),
    queryFn: ({ signal }) => call(getMyOrder, { params: { id } }, { signal }),
  });
}

/** Downloads one of an order's files under its name. */
export function downloadFile(file: OrderFile, orderId: number, name: string): Promise<void> {
  return download(files[file], { params: { id: String(orderId) } }, name);
}
