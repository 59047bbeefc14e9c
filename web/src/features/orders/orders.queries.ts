import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getMyOrder, listMyOrders, type OrderStatus } from "@tonneline/contract/orders";
import { call } from "../../lib/api.ts";

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
