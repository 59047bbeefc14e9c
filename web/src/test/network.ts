import { vi } from "vitest";

let unanswered: string[] = [];

/** What was asked of nobody since the last call, by method and address. */
export function takeUnanswered(): string[] {
  const all = unanswered;
  unanswered = [];
  return all;
}

/** Fails the call, and with it the test that runs. */
export async function nobodyAnswers(address: unknown, init?: RequestInit): Promise<Response> {
  const call = `${init?.method ?? "GET"} ${address}`;
  unanswered.push(call);
  throw new TypeError(`Nobody answers ${call}`);
}

type Answer = (url: URL, init: RequestInit | undefined) => Response | Promise<Response>;

/** A server that answers these calls alone, by method and path; whatever else a page asks fails its test. */
export const serverOf = (answers: Record<string, Answer>) =>
  vi.fn<typeof fetch>(async (address, init) => {
    const url = new URL(String(address), "http://localhost");
    const answer = answers[`${init?.method ?? "GET"} ${url.pathname}`];
    return answer ? answer(url, init) : nobodyAnswers(address, init);
  });
