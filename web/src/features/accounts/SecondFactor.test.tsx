import { createBrowserHistory, Link } from "@tanstack/react-router";
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import "../../locales/en/account.ts";
import "../../locales/en/table.ts";

const passkey = { id: 1, name: "Laptop", createdAt: "2026-11-27T18:14:00Z", lastUsedAt: null };

/** Renders the section for an account with an app and these passkeys. */
function show(needed: boolean, content: object[]): void {
  const since = "2026-11-27T18:15:00Z";
  const factor = { since, recoveryCodesLeft: 0, needed, asks: "code" };
  const responses = {
    "GET /api/v1/me/second-factor": () => Response.json(factor),
    "GET /api/v1/me/passkeys": () => Response.json({ content }),
  };
  vi.stubGlobal("fetch", serverOf(responses));
  showPage(SecondFactor);
}

test("An Admin cannot remove the only required second factor, and is told how to move it", async () => {
  show(true, []);
  expect(await screen.findByText(/your only one cannot be removed/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
});

test.each([
  ["beside a passkey, also where Admins need one", true, [passkey]],
  ["where none is needed", false, []],
])("An app can be removed %s", async (_, needed, passkeys) => {
  show(needed, passkeys);
  expect(await screen.findByRole("button", { name: "Remove" })).toBeVisible();
  expect(screen.queryByText(/cannot be removed/)).toBeNull();
});

/** Sets up an app until its recovery codes are shown, next to a link to another page. */
async function setUp(): Promise<void> {
  const off = { since: null, recoveryCodesLeft: 0, needed: false, asks: null };
  const recoveryCodes = ["abcd-efgh", "ijkl-mnop"];
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/second-factor": () => Response.json(off),
      "GET /api/v1/me/passkeys": () => Response.json({ content: [] }),
      "POST /api/v1/me/second-factor": () => Response.json({ secret: "ABC", uri: "otpauth://x" }),
      "POST /api/v1/me/second-factor/confirm": () => Response.json({ recoveryCodes }),
    }),
  );
  const page = () => (
    <>
      <SecondFactor />
      <Link to={"/elsewhere" as never}>Elsewhere</Link>
    </>
  );
  // Only the browser's own history asks before a reload.
  showPage(page, undefined, createBrowserHistory());
  fireEvent.click(await screen.findByRole("button", { name: "Set up" }));
  fireEvent.change(screen.getByLabelText("Current password"), { target: { value: "tonnes" } });
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  fireEvent.change(await screen.findByLabelText("Code"), { target: { value: "123456" } });
  fireEvent.click(screen.getByRole("button", { name: "Turn on" }));
  expect(await screen.findByText("abcd-efgh")).toBeVisible();
}

/** Whether the browser asks before the page is reloaded or closed. */
const blocksUnload = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("Leaving the recovery codes asks for confirmation, as they are shown only once", async () => {
  await setUp();
  expect(blocksUnload()).toBe(true);
  fireEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
  expect(await screen.findByText("Have you saved the recovery codes?")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Back to the codes" }));
  expect(screen.getByText("abcd-efgh")).toBeVisible();

  fireEvent.click(screen.getByRole("button", { name: "I have saved them" }));
  expect(await screen.findByRole("button", { name: "Set up" })).toBeVisible();
  expect(blocksUnload()).toBe(false);
});

/** Polls the accessible name of the focused element. */
const focused = () => expect.poll(() => document.activeElement?.ariaLabel);

test("focus moves to the recovery codes after setup by keyboard, then to the section", async () => {
  await setUp();
  await focused().toBe("The second factor is on.");
  screen.getByRole("button", { name: "I have saved them" }).focus();
  await userEvent.keyboard("{Enter}");
  await focused().toBe("Second factor");
});

test("focus moves to the section after removing the app by keyboard, or canceling", async () => {
  let since: string | null = "2026-11-27T18:15:00Z";
  const factor = { recoveryCodesLeft: 8, needed: false, asks: null };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/second-factor": () => Response.json({ ...factor, since }),
      "GET /api/v1/me/passkeys": () => Response.json({ content: [] }),
      "POST /api/v1/me/second-factor/remove": () => {
        since = null;
        return new Response(null, { status: 204 });
      },
    }),
  );
  showPage(SecondFactor);
  for (const last of ["Cancel", "Remove"]) {
    (await screen.findByRole("button", { name: "Remove" })).focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.type(await screen.findByLabelText("Current password"), "a secret of theirs");
    screen.getByRole("button", { name: last }).focus();
    await userEvent.keyboard("{Enter}");
    await focused().toBe("Second factor");
  }
  expect(screen.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("A lost response to the first code does not leave the page saying that the app is off", async () => {
  let since: string | null = null;
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/second-factor": () =>
        Response.json({ since, recoveryCodesLeft: 10, needed: false, asks: since && "code" }),
      "GET /api/v1/me/passkeys": () => Response.json({ content: [] }),
      "POST /api/v1/me/second-factor": () => Response.json({ secret: "ABC", uri: "otpauth://x" }),
      "POST /api/v1/me/second-factor/confirm": () => {
        since = "2026-11-27T18:15:00Z";
        throw new TypeError("Failed to fetch");
      },
    }),
  );
  showPage(SecondFactor);
  fireEvent.click(await screen.findByRole("button", { name: "Set up" }));
  await userEvent.type(screen.getByLabelText("Current password"), "a secret of theirs{Enter}");
  await userEvent.type(await screen.findByLabelText("Code"), "123456{Enter}");
  expect(await screen.findByText(/before your recovery codes arrived/)).toBeVisible();
  expect(screen.getByText(/^On since 27 Nov 2026/)).toBeVisible();
  await focused().toBe("Second factor");
  // It is removed with a code of the app.
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(await screen.findByLabelText("Code")).toBeVisible();
});
