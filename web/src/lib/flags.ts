import type { IFlagsmith } from "@flagsmith/flagsmith";
import { startTransition, useEffect, useState } from "react";
import { create } from "zustand";
import { clientSettings } from "./clientSettings.ts";
import { currentUser, useTokens, type User } from "./session.ts";

/** Feature flags and their values until the flag service has answered. */
const defaults = { new_cart_api: false } as const;
export type FeatureFlag = keyof typeof defaults;
const names = Object.keys(defaults) as FeatureFlag[];

const refreshEveryMs = 10_000;
// Shorter than the interval: requests to a service that does not respond must not pile up.
const timeoutMs = 8_000;
// Until then the remembered states apply: on a phone the client's code would otherwise load and run before the first
// paint.
const afterFirstPageMs = 1_000;

type States = Record<FeatureFlag, boolean>;
const storageKey = "flags";

/** The flags as last received, also before a reload: otherwise the page would first read the other cart. */
export const useFlags = create<States>()(() => ({ ...defaults, ...loadStoredStates() }));

/** Returns the last received states, if they were for the current user. */
function loadStoredStates(): Partial<States> | undefined {
  try {
    const { username, states } = JSON.parse(localStorage.getItem(storageKey) ?? "{}") as {
      username?: string;
      states?: Partial<States>;
    };
    return username === currentUser()?.username ? states : undefined;
  } catch {
    return undefined;
  }
}

function store(states: States, username: string | undefined): void {
  if (username !== undefined)
    localStorage.setItem(storageKey, JSON.stringify({ username, states }));
  useFlags.setState(states);
}

/**
 * Whether a feature is enabled for this user. Updates are rendered in a transition: if they were read as a store, an
 * answer during the first render would redraw the whole page in one long task.
 */
export function useFeatureFlag(flag: FeatureFlag): boolean {
  const [isOn, setIsOn] = useState(useFlags.getState()[flag]);
  useEffect(() => {
    const follow = () => startTransition(() => setIsOn(useFlags.getState()[flag]));
    follow();
    return useFlags.subscribe(follow);
  }, [flag]);
  return isOn;
}

/**
 * Queries the flag service now (or after a moment, if it has answered this user before), then every 10 s while the page
 * is visible, and when another user logs in. While the service is down, its last answer applies, or the defaults if it
 * has never answered this user. Returns a function that stops it.
 */
export function followFlags(): () => void {
  let service: Promise<IFlagsmith> | undefined;
  let isDown = false;

  async function refresh(): Promise<void> {
    const user = currentUser();
    try {
      service ??= connect().catch((error: unknown) => {
        service = undefined;
        throw error;
      });
      const flagsmith = await service;
      await fetchFlags(flagsmith, user);
      // If another user has logged in meanwhile, the answer is not for them.
      if (currentUser()?.username === user?.username) store(stateOf(flagsmith), user?.username);
      isDown = false;
    } catch (error) {
      if (!isDown) console.warn("The flag service does not answer", error);
      isDown = true;
    }
  }

  let username = currentUser()?.username;
  const unsubscribe = useTokens.subscribe(() => {
    const now = currentUser()?.username;
    if (now === username) return;
    if (username !== undefined) useFlags.setState(defaults);
    username = now;
    void refresh();
  });
  const refreshWhenVisible = () => {
    if (!document.hidden) void refresh();
  };
  document.addEventListener("visibilitychange", refreshWhenVisible);
  // Not the client's own polling, which leaves a failure unhandled.
  const timer = setInterval(refreshWhenVisible, refreshEveryMs);
  const first = setTimeout(() => void refresh(), loadStoredStates() ? afterFirstPageMs : 0);

  return () => {
    clearTimeout(first);
    clearInterval(timer);
    document.removeEventListener("visibilitychange", refreshWhenVisible);
    unsubscribe();
  };
}

/** Loads the client as a separate chunk: no page waits for it. */
async function connect(): Promise<IFlagsmith> {
  const [{ createFlagsmithInstance }, { flags }] = await Promise.all([
    import("@flagsmith/flagsmith"),
    clientSettings(),
  ]);
  const flagsmith = createFlagsmithInstance();
  await flagsmith.init({
    environmentID: flags.environmentKey,
    api: flags.apiUrl,
    preventFetch: true,
    defaultFlags: Object.fromEntries(
      names.map((name) => [name, { enabled: defaults[name], value: null }]),
    ),
    fetch: (url: string, init: RequestInit) =>
      fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  });
  return flagsmith;
}

async function fetchFlags(flagsmith: IFlagsmith, user: User | undefined): Promise<void> {
  // Always with a trait: without one the client puts the email into the URL.
  if (user) await flagsmith.identify(user.username, { role: user.roleName });
  else if (flagsmith.getContext().identity) await flagsmith.logout();
  else await flagsmith.getFlags();
}

function stateOf(flagsmith: IFlagsmith): Record<FeatureFlag, boolean> {
  const isOn = (name: FeatureFlag) =>
    flagsmith.hasFeature(name, { fallback: defaults[name], skipAnalytics: true });
  return Object.fromEntries(names.map((name) => [name, isOn(name)])) as Record<
    FeatureFlag,
    boolean
  >;
}
