import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import "../../locales/en/account.ts";
import "../../locales/en/table.ts";

const passkey = { id: 1, name: "Laptop", createdAt: "2026-11-27T18:14:00Z", lastUsedAt: null };

/** The section of an account that has an app, and these passkeys. */
function show(needed: boolean, content: object[]): void {
  const since = "2026-11-27T18:15:00Z";
  const factor = { since, recoveryCodesLeft: 0, needed, asks: "code" };
  const answers = {
    "GET /api/v1/me/second-factor": () => Response.json(factor),
    "GET /api/v1/me/passkeys": () => Response.json({ content }),
  };
  vi.stubGlobal("fetch", serverOf(answers));
  showPage(SecondFactor);
}

test("An Admin who needs a second factor keeps the only one, and is told how to move it", async () => {
  show(true, []);
  expect(await screen.findByText(/your only one cannot be removed/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
});

test.each([
  ["beside a passkey, also where Admins need one", true, [passkey]],
  ["where none is needed", false, []],
])("An app is removed %s", async (_, needed, passkeys) => {
  show(needed, passkeys);
  expect(await screen.findByRole("button", { name: "Remove" })).toBeVisible();
  expect(screen.queryByText(/cannot be removed/)).toBeNull();
});
