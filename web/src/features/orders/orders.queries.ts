import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import {
  getMyInvoice,
  getMyOrder,
  listMyOrders,
  type OrderStatus,
} from "@tonneline/contract/orders";
import { call, download } from "../../lib/api.ts";

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

/** A page of the buyer's orders; the page before stays on screen while the next one loads. */
export function useOrders({ status, ...query }: OrderListQuery) {
  return useQuery({
    queryKey: orderKeys.list({ status, ...query }),
    queryFn: ({ signal }) =>
      call(
        listMyOrders,
        {
          query: {
            ...query,
            page: String(query.page),
            size: String(query.size),
            ...(status && { status: status.join(",") }),
          },
        },
        { signal },
      ),
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

/** Downloads an order's invoice under its name. */
export function useInvoiceDownload() {
  return useMutation({
    mutationFn: ({ orderId, name }: { orderId: number; name: string }) =>
      download(getMyInvoice, { params: { id: String(orderId) } }, name),
  });
}
