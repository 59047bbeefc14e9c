import { Notifications } from "@mantine/notifications";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { SaveQuote } from "./SaveQuote.tsx";

function save(answer: (url: URL, init?: RequestInit) => Response, idle = async () => {}) {
  vi.stubGlobal("fetch", serverOf({ "POST /api/v1/me/quotes": answer }));
  showPage(() => (
    <>
      <Notifications />
      <SaveQuote seen={[4]} countryCode="DE" disabled={false} idle={idle} />
    </>
  ));
  return screen.findByRole("button", { name: "Save as a quote" });
}

test("after a lost response, the page says that the quote may exist, and a retry does not create a second one", async () => {
  const keys: (string | null)[] = [];
  const button = await save((_url, init) => {
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    throw new TypeError("Failed to fetch");
  });
  fireEvent.click(button);
  await screen.findByText(/^We do not know whether the quote was created\. Try again: no second/);
  expect(screen.queryByText(/could not be created/)).toBeNull();
  fireEvent.click(button);
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toMatch(/^\w{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test("a refusal shows its reason", async () => {
  const problem = { type: "", title: "", code: "INVALID_TRANSITION", detail: "Nothing is in it." };
  fireEvent.click(await save(() => Response.json({ ...problem, status: 409 }, { status: 409 })));
  await screen.findByText("The quote could not be created: Nothing is in it.");
});

test("input is saved before a quote is made from it", async () => {
  const saving = Promise.withResolvers<void>();
  const made = vi.fn(() => Response.json({ id: 7 }));
  fireEvent.click(await save(made, () => saving.promise));
  await new Promise((settled) => setTimeout(settled, 20));
  expect(made).not.toHaveBeenCalled();
  saving.resolve();
  await expect.poll(() => made.mock.calls).toHaveLength(1);
});
