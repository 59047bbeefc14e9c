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
import { useDraft } from "../company/company.draft.ts";
import { recordChanges, readCart, writeReport, writeVintage, type CartSource } from "./cart.api.ts";
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
  /** The server's last answer, to go back to when a write is refused. */
  last?: CartModel;
}

// One queue for all components of a client: a row's writes may come from the cart and from the project page.
const states = new WeakMap<QueryClient, ClientState>();
function stateOf(client: QueryClient): ClientState {
  const state = states.get(client) ?? { writes: createWrites<CartModel>() };
  states.set(client, state);
  return state;
}

function useView() {
  const source: CartSource = useFeatureFlag("new_cart_api") ? "new" : "legacy";
  const username = useUsername();
  return { source, country: useDraft(username).countryCode };
}

function cartQuery(client: QueryClient, view: ReturnType<typeof useView>) {
  const { source, country } = view;
  return {
    queryKey: cartKeys.view(source, country),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      // An answer from before a write would take back what was just typed.
      await stateOf(client).writes.idle();
      const cart = await readCart(source, { countryCode: country }, signal);
      stateOf(client).last = cart;
      return cart;
    },
  };
}

/**
 * The buyer's cart with the VAT of the country chosen for the invoice, else of the server's default. The cart of the
 * country before stays (`isPlaceholderData`) until the next one is there.
 */
export function useCart() {
  const client = useQueryClient();
  const view = useView();
  return useQuery({ ...cartQuery(client, view), placeholderData: keepPreviousData });
}

/** Rows in the cart, for the badge; undefined until it is known. */
export function useCartCount(): number | undefined {
  const client = useQueryClient();
  const view = useView();
  const enabled = !useUser()?.needsSecondFactor;
  return useQuery({
    ...cartQuery(client, view),
    enabled,
    placeholderData: keepPreviousData,
    select: itemCount,
  }).data;
}

/** True while a change of the cart is under way: its sums are those from before. */
export function useCartBusy(): boolean {
  return useIsMutating({ mutationKey: cartKeys.all }) > 0;
}

/** Resolves when no change of the cart is under way any more. */
export function useCartIdle(): () => Promise<void> {
  const client = useQueryClient();
  return () => stateOf(client).writes.idle();
}

interface Write<Input> {
  row: (input: Input) => string;
  /** The cart as it will probably be; its sums are left as they are. */
  expected: (cart: CartModel, input: Input) => CartModel;
  send: (input: Input, view: ReturnType<typeof useView>) => Promise<CartModel>;
}

function useCartWrite<Input>({ row, expected, send }: Write<Input>) {
  const client = useQueryClient();
  const view = useView();
  const { source, country } = view;
  const key = cartKeys.view(source, country);
  const state = stateOf(client);
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
      client.setQueryData<CartModel>(key, (cached) =>
        withOpen(written.answer, cached, state.writes.openRows()),
      );
      client.removeQueries({ queryKey: cartKeys.all, type: "inactive" });
    },
    onError: async () => {
      const { last } = state;
      if (last) {
        client.setQueryData<CartModel>(key, (cached) =>
          withOpen(last, cached, state.writes.openRows()),
        );
      }
      await client.invalidateQueries({ queryKey: cartKeys.all });
    },
  });
}

/** The server's cart, with the rows whose own write has no answer yet as they were just left. */
function withOpen(answer: CartModel, cached: CartModel | undefined, open: Set<string>) {
  if (!cached) return answer;
  const typed = new Map(vintagesOf(cached).map((each) => [each.vintageId, each.quantity]));
  const reports = new Set(cached.reports.map(({ reportId }) => reportId));
  const cart = vintagesOf(answer)
    .filter(({ vintageId }) => open.has(vintageRow(vintageId)))
    .reduce(
      (sofar, { vintageId }) => withQuantity(sofar, vintageId, typed.get(vintageId) ?? 0),
      answer,
    );
  return answer.reports
    .filter(({ reportId }) => open.has(reportRow(reportId)) && !reports.has(reportId))
    .reduce((sofar, { reportId }) => withoutReport(sofar, reportId), cart);
}

/**
 * Sets the tonnes of a vintage, which holds them again; 0 removes it. Of quick changes of a row the last one wins. Fails with the
 * API's refusal (INSUFFICIENT_CREDITS with `available`); the cart is then back at the server's state.
 */
export function useSetCartVintage() {
  return useCartWrite<{ vintageId: number; credits: number }>({
    row: ({ vintageId }) => vintageRow(vintageId),
    expected: (cart, { vintageId, credits }) => withQuantity(cart, vintageId, credits),
    send: (body, { source, country }) => writeVintage(source, { countryCode: country }, body),
  });
}

/** Takes a vintage out, which frees its credits. Otherwise as `useSetCartVintage`. */
export function useRemoveCartVintage() {
  return useCartWrite<{ vintageId: number }>({
    row: ({ vintageId }) => vintageRow(vintageId),
    expected: (cart, { vintageId }) => withQuantity(cart, vintageId, 0),
    send: ({ vintageId }, { source, country }) =>
      writeVintage(source, { countryCode: country }, { vintageId, credits: 0 }),
  });
}

/** To be offered only while the flag `new_cart_api` is on, or to put back what was just taken out. */
export function useAddCartReport() {
  return useCartWrite<{ reportId: number }>({
    row: ({ reportId }) => reportRow(reportId),
    expected: (cart) => cart,
    send: (body, { country }) => writeReport({ countryCode: country }, body, true),
  });
}

/** Takes a report out, whatever the flag `new_cart_api` says. Once refused, the report stands there again. */
export function useRemoveCartReport() {
  return useCartWrite<{ reportId: number }>({
    row: ({ reportId }) => reportRow(reportId),
    expected: (cart, { reportId }) => withoutReport(cart, reportId),
    send: (body, { country }) => writeReport({ countryCode: country }, body, false),
  });
}

/** The buyer knows what changed in the cart as it is shown: it is told no longer, on no device. */
export function useNoteChanges() {
  const client = useQueryClient();
  return useMutation({
    onMutate: async () => {
      await client.cancelQueries({ queryKey: cartKeys.all });
      client.setQueriesData<CartModel>(
        { queryKey: cartKeys.all },
        (cart) => cart && { ...cart, changes: [] },
      );
    },
    mutationFn: ({ version }: CartModel) => recordChanges(version),
    onSettled: () => client.invalidateQueries({ queryKey: cartKeys.all }),
  });
}
