import { maxInt } from "@tonneline/contract/ceilings";
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from "@tanstack/react-query";
import type * as contract from "@tonneline/contract/notifications";
import type { Notification } from "@tonneline/contract/notifications";
import { endpointRef, call, isRefusal, refreshTokens } from "../../lib/api.ts";
import { report } from "../../lib/reporting.ts";
import { browser, currentUser, isLoggedIn, useTokens, useUser } from "../../lib/session.ts";
import { merged, pollDelay } from "./notifications.order.ts";
import { presentationOf } from "./presentation.ts";

const listNotifications = endpointRef<typeof contract.listNotifications>({
  method: "GET",
  path: "/me/notifications",
});
const markNotificationsRead = endpointRef<typeof contract.markNotificationsRead>({
  method: "POST",
  path: "/me/notifications/read",
});

const keys = {
  all: (username: string) => ["notifications", username] as const,
  unread: (username: string) => ["notifications", username, "unread"] as const,
  read: (username: string) => ["notifications", username, "read"] as const,
};
const readPageSize = 20;

interface ReadPage {
  content: Notification[];
  last: boolean;
}

/** Ids of reported notifications with unknown codes: each poll returns them again. */
const reported = new Set<number>();

/** Whether the code is known. A notification of a newer server is reported, then ignored: neither shown nor counted. */
function isKnown(notification: Notification): boolean {
  if (presentationOf(notification)) return true;
  const { id, code } = notification;
  if (!reported.has(id)) report(new Error("Unknown notification code"), { code });
  reported.add(id);
  return false;
}

async function fetchPage(read: boolean, page: number, size: number, signal: AbortSignal) {
  try {
    const query = { read: `${read}` as const, page: String(page), size: String(size) };
    const { content, last } = await call(listNotifications, { query }, { signal });
    return { content: content.filter(isKnown), last };
  } catch (error) {
    // A failure that ends the session is not reported.
    if (!signal.aborted && isLoggedIn()) report(error, { call: "GET /me/notifications" });
    throw error;
  }
}

/** The number of consecutive failed polls. */
let failures = 0;

/** Handles a refused poll: if the user's role has become Anonymous, reloads the app, whose guards lead to the demo page. */
async function leaveIfAnonymous(): Promise<void> {
  await refreshTokens(true);
  if (currentUser()?.isAnonymous) browser.load("/");
}

async function pollUnread(signal: AbortSignal): Promise<Notification[]> {
  try {
    const { content } = await fetchPage(false, 0, maxInt, signal);
    failures = 0;
    return content;
  } catch (error) {
    if (!signal.aborted) failures += 1;
    if (isRefusal(error, "FORBIDDEN")) leaveIfAnonymous().catch(() => {});
    throw error;
  }
}

/** Whether a notification is about the cart and was unknown at the last poll: everything that shows a cart refetches it. */
function isNewOfCart(known: Notification[] | undefined, { id, code }: Notification): boolean {
  return known !== undefined && code.startsWith("cart.") && !known.some((each) => each.id === id);
}

/** Polls the unread notifications, newest first; paused in a hidden tab. */
export function useUnread() {
  const client = useQueryClient();
  const user = useUser();
  // Not on a page that stays open after its session has ended.
  const isAsked = useTokens(({ refreshToken }) => refreshToken !== null);
  const queryKey = keys.unread(user?.username ?? "");
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const unread = await pollUnread(signal);
      const known = client.getQueryData<Notification[]>(queryKey);
      if (unread.some((each) => isNewOfCart(known, each)))
        void client.invalidateQueries({ queryKey: ["cart"] });
      return unread;
    },
    enabled: isAsked && user !== undefined && !user.isAnonymous && !user.needsSecondFactor,
    // The next poll is the retry.
    retry: false,
    refetchInterval: () => pollDelay(failures),
    refetchIntervalInBackground: false,
  });
}

/** Queries the read notifications, page by page, newest first. */
export function useRead() {
  const username = useUser()?.username ?? "";
  return useInfiniteQuery({
    queryKey: keys.read(username),
    queryFn: async ({ pageParam, signal }): Promise<ReadPage> =>
      await fetchPage(true, pageParam, readPageSize, signal),
    initialPageParam: 0,
    getNextPageParam: (page, _pages, index) => (page.last ? undefined : index + 1),
    select: ({ pages }) => merged(pages.flatMap(({ content }) => content)),
  });
}

/**
 * Returns a mutation that marks one notification, or without an id all known ones, as read, and moves it to the read ones.
 */
export function useMarkRead() {
  const client = useQueryClient();
  const username = useUser()?.username ?? "";
  return useMutation({
    mutationFn: async (notificationId?: number) => {
      const known = client.getQueryData<Notification[]>(keys.unread(username)) ?? [];
      const upTo = Math.max(1, ...known.map(({ id }) => id));
      const query =
        notificationId === undefined
          ? { upTo: String(upTo) }
          : { notificationId: String(notificationId) };
      await call(markNotificationsRead, { query });
      return upTo;
    },
    onSuccess: async (upTo, notificationId) => {
      // A response to an earlier request would revert it.
      await client.cancelQueries({ queryKey: keys.all(username) });
      const unread = client.getQueryData<Notification[]>(keys.unread(username)) ?? [];
      const isMarked = ({ id }: Notification) =>
        notificationId === undefined ? id <= upTo : id === notificationId;
      const marked = unread.filter(isMarked).map((each) => ({ ...each, read: true }));
      client.setQueryData<Notification[]>(
        keys.unread(username),
        unread.filter((each) => !isMarked(each)),
      );
      client.setQueryData<InfiniteData<ReadPage, number>>(keys.read(username), (known) => {
        const [first, ...rest] = known?.pages ?? [];
        if (!known || !first) return known;
        return { ...known, pages: [{ ...first, content: [...marked, ...first.content] }, ...rest] };
      });
    },
  });
}
