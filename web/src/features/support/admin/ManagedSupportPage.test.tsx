import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import "../../../lib/i18n.ts";
import { storeTokens } from "../../../lib/session.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { tokenFor } from "../../../test/tokens.ts";
import { ManagedSupportPage } from "./ManagedSupportPage.tsx";

// An autosize textarea waits for fonts to load, which jsdom does not support.
Object.assign(document, { fonts: new EventTarget() });

const request = (id: number) => ({
  id,
  firstName: "Ilse",
  lastName: "Varendonk",
  email: "ilse@brennvik.example",
  topic: `Question ${id}`,
  message: "Where is it?",
  status: "OPEN",
  username: null,
  project: null,
  orderId: null,
  note: null,
  doneAt: null,
  doneBy: null,
  createdAt: "2026-11-26T10:00:00Z",
  version: 1,
});

test("From an open request, the next one of the list is one step away", async () => {
  storeTokens({
    authToken: tokenFor({ permissions: ["users:read", "users:write"] }),
    refreshToken: "r",
  });
  const content = [request(7), request(8)];
  const counts = { OPEN: 2, WAITING: 0, DONE: 0 };
  const list = { content, totalElements: 2, page: 0, size: 20, last: true, counts };
  const server = serverOf({
    "GET /api/v1/management/support-requests": () => Response.json(list),
    "GET /api/v1/management/support-requests/7": () =>
      Response.json({ ...request(7), messages: [] }),
    "GET /api/v1/me/views": () => Response.json({ content: [] }),
  });
  vi.stubGlobal("fetch", server);
  showPage(ManagedSupportPage, "/?open=7");
  expect(await screen.findByText("1 of 2 shown")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Previous record" })).toHaveAttribute("aria-disabled");
  expect(screen.getByRole("button", { name: "Next record" })).not.toHaveAttribute("aria-disabled");
});

test("Of the selected requests, all that are not closed can be", async () => {
  storeTokens({
    authToken: tokenFor({ permissions: ["users:read", "users:write"] }),
    refreshToken: "r",
  });
  const statuses = ["OPEN", "WAITING", "DONE"];
  const content = statuses.map((status, at) => ({ ...request(at + 1), status }));
  const list = { content, totalElements: 3, page: 0, size: 20, last: true };
  const server = serverOf({
    "GET /api/v1/management/support-requests": () =>
      Response.json({ ...list, counts: { OPEN: 1, WAITING: 1, DONE: 1 } }),
    "GET /api/v1/me/views": () => Response.json({ content: [] }),
  });
  vi.stubGlobal("fetch", server);
  showPage(ManagedSupportPage, "/?tab=all");
  for (const { id } of content)
    fireEvent.click(await screen.findByRole("checkbox", { name: `Request ${id}` }));
  const selection = within(screen.getByRole("region", { name: "Selection" }));
  expect(selection.getByRole("button", { name: "Close 2" })).toBeVisible();
});
