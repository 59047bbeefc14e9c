import type { IFlagsmith } from "@flagsmith/flagsmith";
import { startTransition, useEffect, useState } from "react";
import { create } from "zustand";
import { clientSettings } from "./clientSettings.ts";
import { currentUser, useTokens, type User } from "./session.ts";

/** Feature flags and what holds while the flag service has said nothing. */
const defaults = { new_cart_api: false } as const;
export type FeatureFlag = keyof typeof defaults;
const names = Object.keys(defaults) as FeatureFlag[];

const refreshEveryMs = 10_000;
// Less than that: questions to a service that does not answer must not pile up.
const giveUpAfterMs = 8_000;
// What was said last is shown meanwhile: on a phone the code that asks would come and run before the first page is drawn.
const afterFirstPageMs = 1_000;

type States = Record<FeatureFlag, boolean>;
const storageKey = "flags";

/** The flags as last heard of, before a reload too: the page would read the other cart first. */
export const useFlags = create<States>()(() => ({ ...defaults, ...remembered() }));

/** What was said last, if it was said to whoever is logged in now. */
function remembered(): Partial<States> | undefined {
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
 * Whether a feature is switched on for this user. What the service says is drawn in slices: read as a store is, an answer
 * during the first page would have all of that drawn again in one long task.
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
 * Asks the flag service now, or a moment later when it has told this user before, then every 10 s while the page is seen,
 * and when somebody else logs in. While the service is away, what it said last holds, or the defaults when it has said nothing to this user. Answers how to stop.
 */
export function followFlags(): () => void {
  let service: Promise<IFlagsmith> | undefined;
  let away = false;

  async function refresh(): Promise<void> {
    const user = currentUser();
    try {
      service ??= connect().catch((error: unknown) => {
        service = undefined;
        throw error;
      });
      const flagsmith = await service;
      await ask(flagsmith, user);
      // Somebody else has come meanwhile: what was answered is not for them.
      if (currentUser()?.username === user?.username) store(stateOf(flagsmith), user?.username);
      away = false;
    } catch (error) {
      if (!away) console.warn("The flag service does not answer", error);
      away = true;
    }
  }

  let username = currentUser()?.username;
  const clearSession = useTokens.subscribe(() => {
    const now = currentUser()?.username;
    if (now === username) return;
    if (username !== undefined) useFlags.setState(defaults);
    username = now;
    void refresh();
  });
  const refreshWhenSeen = () => {
    if (!document.hidden) void refresh();
  };
  document.addEventListener("visibilitychange", refreshWhenSeen);
  // Not the client's own poll: it leaves a failure unhandled.
  const timer = setInterval(refreshWhenSeen, refreshEveryMs);
  const first = setTimeout(() => void refresh(), remembered() ? afterFirstPageMs : 0);

  return () => {
    clearTimeout(first);
    clearInterval(timer);
    document.removeEventListener("visibilitychange", refreshWhenSeen);
    clearSession();
  };
}

/** The client is loaded apart: no page waits for it. */
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
      fetch(url, { ...init, signal: AbortSignal.timeout(giveUpAfterMs) }),
  });
  return flagsmith;
}

async function ask(flagsmith: IFlagsmith, user: User | undefined): Promise<void> {
  // Always with a trait: without one the client puts the email into the address.
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
