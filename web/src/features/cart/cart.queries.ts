import {
  keepPreviousData,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import type { CountryCode } from "@tonneline/contract/countries";
import { useFeatureFlag } from "../../lib/flags.ts";
import { useUser, useUsername } from "../../lib/session.ts";
import { useChosenCountry } from "../company/company.draft.ts";
import {
  acknowledgeChanges,
  readCart,
  writeReport,
  writeVintage,
  type CartSource,
} from "./cart.api.ts";
import {
  itemCount,
  reportRow,
  vintageRow,
  vintagesOf,
  withoutReport,
  withQuantity,
  type CartModel,
} from "./cart.model.ts";
import { createWrites, type CartWrites } from "./cart.writes.ts";

export const cartKeys = {
  all: ["cart"] as const,
  view: (source: CartSource, countryCode: CountryCode | undefined) =>
    ["cart", source, countryCode ?? "default"] as const,
};

interface ClientState {
  writes: CartWrites<CartModel>;
  /** The server's last response, to roll back to when a write is refused. */
  last?: CartModel;
}

// One queue for all components of a client: writes to a row may come from the cart and from the project page.
const states = new WeakMap<QueryClient, ClientState>();
function stateOf(client: QueryClient): ClientState {
  const state = states.get(client) ?? { writes: createWrites<CartModel>() };
  states.set(client, state);
  return state;
}

function useCartView() {
  const source: CartSource = useFeatureFlag("new_cart_api") ? "new" : "legacy";
  const username = useUsername();
  return { source, country: useChosenCountry(username) };
}

function cartQuery(client: QueryClient, view: ReturnType<typeof useCartView>) {
  const { source, country } = view;
  return {
    queryKey: cartKeys.view(source, country),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      // A response from before a write would revert the user's input.
      await stateOf(client).writes.idle();
      const cart = await readCart(source, { countryCode: country }, signal);
      stateOf(client).last = cart;
      return cart;
    },
  };
}

/**
 * The buyer's cart with the VAT of the chosen invoice country, or else the server's default. After a change of
 * country, the previous cart stays (`isPlaceholderData`) until the next one is loaded.
 */
export function useCart() {
  const client = useQueryClient();
  const view = useCartView();
  return useQuery({ ...cartQuery(client, view), placeholderData: keepPreviousData });
}

/** The number of rows in the cart, for the badge; undefined until loaded. */
export function useCartCount(): number | undefined {
  const client = useQueryClient();
  const view = useCartView();
  const enabled = !useUser()?.needsSecondFactor;
  return useQuery({
    ...cartQuery(client, view),
    enabled,
    placeholderData: keepPreviousData,
    select: itemCount,
  }).data;
}

/** Whether a change of the cart is in flight: its sums are from before it. */
export function useCartBusy(): boolean {
  return useIsMutating({ mutationKey: cartKeys.all }) > 0;
}

/** Returns a function that resolves once no change of the cart is in flight. */
export function useCartIdle(): () => Promise<void> {
  const client = useQueryClient();
  return () => stateOf(client).writes.idle();
}

interface Write<Input> {
  row: (input: Input) => string;
  /** The optimistic cart; its sums are left unchanged. */
  expected: (cart: CartModel, input: Input) => CartModel;
  send: (input: Input, view: ReturnType<typeof useCartView>) => Promise<CartModel>;
}

function useCartWrite<Input>({ row, expected, send }: Write<Input>) {
  const client = useQueryClient();
  const view = useCartView();
  const { source, country } = view;
  const key = cartKeys.view(source, country);
  const state = stateOf(client);
  const show = (answer: CartModel) =>
    client.setQueryData<CartModel>(key, (cached) =>
      withPendingRows(answer, cached, state.writes.pendingRows()),
    );
  return useMutation({
    mutationKey: cartKeys.all,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey: cartKeys.all });
      client.setQueriesData<CartModel>({ queryKey: cartKeys.all }, (cart) =>
        cart ? expected(cart, input) : undefined,
      );
    },
    mutationFn: (input: Input) => state.writes.write(row(input), () => send(input, view)),
    onSuccess: (written) => {
      if (written === "superseded") return;
      state.last = written.answer;
      show(written.answer);
      client.removeQueries({ queryKey: cartKeys.all, type: "inactive" });
    },
    onError: async () => {
      if (state.last) show(state.last);
      await client.invalidateQueries({ queryKey: cartKeys.all });
    },
  });
}

/** Returns the server's cart, but keeps the optimistic state of rows whose own write has no response yet. */
function withPendingRows(
  answer: CartModel,
  cached: CartModel | undefined,
  pendingRows: Set<string>,
) {
  if (!cached) return answer;
  const typed = new Map(vintagesOf(cached).map((each) => [each.vintageId, each.quantity]));
  const reports = new Set(cached.reports.map(({ reportId }) => reportId));
  const cart = vintagesOf(answer)
    .filter(({ vintageId }) => pendingRows.has(vintageRow(vintageId)))
    .reduce(
      (merged, { vintageId }) => withQuantity(merged, vintageId, typed.get(vintageId) ?? 0),
      answer,
    );
  return answer.reports
    .filter(({ reportId }) => pendingRows.has(reportRow(reportId)) && !reports.has(reportId))
    .reduce((merged, { reportId }) => withoutReport(merged, reportId), cart);
}

/**
 * Sets the tonnes of a vintage, which renews its hold; 0 removes it. Of rapid changes to a row, the last one wins.
 * Fails with the API's refusal (INSUFFICIENT_CREDITS with `available`), after reverting the cart to the server's
 * state.
 */
export function useSetCartVintage() {
  return useCartWrite<{ vintageId: number; credits: number }>({
    row: ({ vintageId }) => vintageRow(vintageId),
    expected: (cart, { vintageId, credits }) => withQuantity(cart, vintageId, credits),
    send: (body, { source, country }) => writeVintage(source, { countryCode: country }, body),
  });
}

/** Removes a vintage, which releases its credits. Otherwise like `useSetCartVintage`. */
export function useRemoveCartVintage() {
  return useCartWrite<{ vintageId: number }>({
    row: ({ vintageId }) => vintageRow(vintageId),
    expected: (cart, { vintageId }) => withQuantity(cart, vintageId, 0),
    send: ({ vintageId }, { source, country }) =>
      writeVintage(source, { countryCode: country }, { vintageId, credits: 0 }),
  });
}

/** Adds a report. Offer it only while the flag `new_cart_api` is on, or to undo a removal. */
export function useAddCartReport() {
  return useCartWrite<{ reportId: number }>({
    row: ({ reportId }) => reportRow(reportId),
    expected: (cart) => cart,
    send: (body, { country }) => writeReport({ countryCode: country }, body, true),
  });
}

/** Removes a report, regardless of the flag `new_cart_api`. If refused, the report reappears. */
export function useRemoveCartReport() {
  return useCartWrite<{ reportId: number }>({
    row: ({ reportId }) => reportRow(reportId),
    expected: (cart, { reportId }) => withoutReport(cart, reportId),
    send: (body, { country }) => writeReport({ countryCode: country }, body, false),
  });
}

/** Acknowledges the changes of the cart as displayed: they are not shown again, on any device. */
export function useAcknowledgeChanges() {
  const client = useQueryClient();
  return useMutation({
    onMutate: async () => {
      await client.cancelQueries({ queryKey: cartKeys.all });
      client.setQueriesData<CartModel>(
        { queryKey: cartKeys.all },
        (cart) => cart && { ...cart, changes: [] },
      );
    },
    mutationFn: ({ version }: CartModel) => acknowledgeChanges(version),
    onSettled: () => client.invalidateQueries({ queryKey: cartKeys.all }),
  });
}
