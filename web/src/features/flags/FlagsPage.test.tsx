import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { FlagsPage } from "./FlagsPage.tsx";
import "../../lib/i18n.ts";

// A growing text area waits for fonts to load, which jsdom does not implement.
Object.assign(document, { fonts: new EventTarget() });

test.each([
  ["button", "Edit map", "Save"],
  ["switch", "map for everybody", "Switch on for everybody"],
])("A retry after a colleague's change succeeds: %s %s", async (role, name, confirm) => {
  storeTokens({ authToken: tokenFor({ permissions: ["settings:write"] }), refreshToken: "r" });
  const flag = { name: "map", description: "A map", value: null, enabled: false, overrides: [] };
  let now = { ...flag, version: 1, updatedAt: "2026-11-26T10:00:00Z", updatedBy: null };
  const saved = vi.fn<() => void>();
  const server = serverOf({
    "GET /api/v1/management/flags": () => Response.json({ content: [now] }),
    "GET /api/v1/client-settings": () => Response.json({ flags: { apiUrl: "/flags-api/v1/" } }),
    "PATCH /api/v1/management/flags/map": (_, init) => {
      const { version } = JSON.parse(String(init?.body)) as { version: number };
      const problem = { type: "", title: "", code: "VERSION_CONFLICT", detail: "Noor changed it." };
      if (version !== now.version)
        return Response.json({ ...problem, status: 409 }, { status: 409 });
      saved();
      return Response.json(now);
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(FlagsPage);
  fireEvent.click(await screen.findByRole(role, { name }));
  now = { ...now, version: 2, description: "By Noor" };
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: confirm }));
  expect(await dialog.findByText("Noor changed it.")).toBeInTheDocument();
  // The form is updated with Noor's change shortly after the message appears.
  const tryAgain = () => {
    for (const button of dialog.queryAllByRole("button", { name: confirm }))
      fireEvent.click(button);
    return saved.mock.calls.length;
  };
  await expect.poll(tryAgain).toBe(1);
});

test("An exception is sent as entered, to a valid address only", async () => {
  storeTokens({ authToken: tokenFor({ permissions: ["settings:write"] }), refreshToken: "r" });
  const flag = { name: "map", description: "A map", value: null, enabled: false, overrides: [] };
  const sent = vi.fn<(body: unknown) => void>();
  const server = serverOf({
    "GET /api/v1/management/flags": () => Response.json({ content: [{ ...flag, version: 1 }] }),
    "GET /api/v1/client-settings": () => Response.json({ flags: { apiUrl: "/flags-api/v1/" } }),
    "PUT /api/v1/management/flags/map/overrides": (_, init) => {
      sent(JSON.parse(String(init?.body)));
      return Response.json(flag);
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(FlagsPage);
  fireEvent.click(await screen.findByRole("button", { name: "Add a person" }));
  const dialog = within(await screen.findByRole("dialog"));
  const save = () => fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  save();
  expect(dialog.getByLabelText(/^Email/)).toBeInvalid();
  fireEvent.change(dialog.getByLabelText(/^Email/), { target: { value: "Ole@brennvik.example" } });
  save();
  await expect
    .poll(() => sent.mock.calls)
    .toEqual([[{ identity: "ole@brennvik.example", enabled: true, value: null }]]);
});
