import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { Passkeys } from "./Passkeys.tsx";
import "../../locales/en/account.ts";
import "../../locales/en/accounts.ts";
import "../../locales/en/table.ts";

const laptop = { id: 1, name: "Laptop", createdAt: "2026-11-27T18:14:00Z", lastUsedAt: null };

test("focus moves to the list after removing a passkey by keyboard, or canceling", async () => {
  let content: object[] = [laptop];
  const factor = { since: null, recoveryCodesLeft: 0, needed: false, asks: null };
  const server = serverOf({
    "GET /api/v1/me/second-factor": () => Response.json(factor),
    "GET /api/v1/me/passkeys": () => Response.json({ content }),
    "POST /api/v1/me/passkeys/1/removal": () => {
      content = [];
      return new Response(null, { status: 204 });
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(Passkeys);
  for (const last of ["Cancel", "Remove the passkey"]) {
    (await screen.findByRole("button", { name: "Remove the passkey Laptop" })).focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.type(await screen.findByLabelText("Current password"), "a secret of theirs");
    screen.getByRole("button", { name: last }).focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => document.activeElement?.ariaLabel).toBe("Passkeys");
  }
  expect(screen.getByText("You have no passkey.")).toBeVisible();
});

test("A passkey is no longer listed after its removal, even if the response was lost", async () => {
  let content: object[] = [laptop];
  const factor = { since: null, recoveryCodesLeft: 0, needed: false, asks: null };
  const server = serverOf({
    "GET /api/v1/me/second-factor": () => Response.json(factor),
    "GET /api/v1/me/passkeys": () => Response.json({ content }),
    "POST /api/v1/me/passkeys/1/removal": () => {
      content = [];
      throw new TypeError("Failed to fetch");
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(Passkeys);
  await userEvent.click(await screen.findByRole("button", { name: "Remove the passkey Laptop" }));
  await userEvent.type(await screen.findByLabelText("Current password"), "a secret{Enter}");
  await screen.findByText(/cannot be reached/);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByText("You have no passkey.");
});
