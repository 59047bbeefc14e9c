import { redirect } from "@tanstack/react-router";
import type { verifyEmail as verifyCall } from "@tonneline/contract/accounts";
import { endpointRef, call } from "../lib/api.ts";
import { i18n } from "../lib/i18n.ts";
import { paths } from "../lib/paths.ts";
import "../locales/en/account.ts";

const verify = endpointRef<typeof verifyCall>({ method: "POST", path: "/auth/verify" });

type Search = Record<string, unknown>;

function textOf(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Handles a verification link: redirects to the error page without a token, to the expired page on any failure, and
 * otherwise to booking a demo.
 */
export async function verifyLink(match: {
  search: Search;
  abortController: AbortController;
}): Promise<never> {
  const token = textOf(match.search, "token");
  if (!token) throw redirect({ to: paths.error, replace: true });
  const { signal } = match.abortController;
  const verified = await call(verify, { body: { token } }, { signal }).catch(() => undefined);
  if (!verified) throw redirect({ to: paths.verifyExpired, replace: true });
  throw redirect({ to: paths.bookDemo, replace: true, state: { verified: verified.username } });
}

/**
 * Guards a reset link: redirects to the error page without a token, and to the expired page unless `expireAt`
 * (milliseconds) is in the future.
 */
export async function resetLink({ search }: { search: Search }): Promise<void> {
  if (!textOf(search, "token")) {
    const message = i18n.t("account.reset.invalidLink");
    throw redirect({ to: paths.error, replace: true, state: { message } });
  }
  const expireAt = textOf(search, "expireAt") ?? "";
  const isInFuture = (nowMs: number) => /^\d+$/.test(expireAt) && Number(expireAt) > nowMs;
  if (isInFuture(Date.now()) || isInFuture(await fetchServerTime())) return;
  throw redirect({ to: paths.passwordResetExpired, replace: true });
}

/** Returns the server's time, from the Date header of any response; needs no login. Falls back to the local clock. */
async function fetchServerTime(): Promise<number> {
  const response = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return Date.parse(response?.headers.get("date") ?? "") || Date.now();
}
