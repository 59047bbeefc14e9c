import { vi } from "vitest";

let unexpected: string[] = [];

/** Returns and clears the unexpected requests since the last call, each as method and URL. */
export function drainUnexpected(): string[] {
  const all = unexpected;
  unexpected = [];
  return all;
}

/** Rejects an unexpected request, which also fails the running test. */
export async function rejectUnexpected(address: unknown, init?: RequestInit): Promise<Response> {
  const call = `${init?.method ?? "GET"} ${address}`;
  unexpected.push(call);
  throw new TypeError(`Nobody answers ${call}`);
}

type Answer = (url: URL, init: RequestInit | undefined) => Response | Promise<Response>;

/** A fake server that answers only these requests, by method and path; any other request fails the test. */
export const serverOf = (answers: Record<string, Answer>) =>
  vi.fn<typeof fetch>(async (address, init) => {
    const url = new URL(String(address), "http://localhost");
    const answer = answers[`${init?.method ?? "GET"} ${url.pathname}`];
    return answer ? answer(url, init) : rejectUnexpected(address, init);
  });
