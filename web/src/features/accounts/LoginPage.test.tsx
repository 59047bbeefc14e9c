import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { LoginPage } from "./LoginPage.tsx";
import { logInWithPasskey } from "./passkeyLogin.ts";
import "../../locales/en/accounts.ts";

const refused = (status: number, code: string, detail: string) =>
  Response.json({ type: "", title: "", status, code, detail, requestId: "1" }, { status });
const requireCode = () => refused(401, "SECOND_FACTOR_REQUIRED", "Enter a code.");

let response: () => Response | Promise<Response>;
beforeEach(() => {
  response = requireCode;
  vi.stubGlobal("fetch", serverOf({ "POST /api/v1/auth/login": () => response() }));
  vi.mocked(console.error).mockReturnValue();
});
// The app logs refusals of the auth service.
afterEach(() => vi.mocked(console.error).mockClear());

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const send = () => fireEvent.click(screen.getByRole("button", { name: "Log in" }));

/** Logs in with a second factor: after a correct password, a code is typed and sent. */
async function sendCode(then: typeof response) {
  showPage(LoginPage);
  type(await screen.findByLabelText("Email"), "ilse@brennvik.example");
  const password = screen.getByLabelText("Password", { selector: "input" });
  type(password, "carbon-demo-2026");
  send();
  const code = await screen.findByLabelText("Code from your authenticator app");
  response = then;
  type(code, "JAVJ-YYVP-6PFB-WGNW");
  send();
  return { password, code };
}

test.each([
  ["cannot be reached", "cannot be reached", () => Promise.reject(new TypeError("away"))],
  ["is not ready", "Away.", () => refused(503, "UNAVAILABLE", "Away.")],
])("Input is kept while the server %s", async (_, expected, fails) => {
  const { password, code } = await sendCode(fails);
  expect(await screen.findByText(expected, { exact: false })).toBeVisible();
  expect(password).toHaveValue("carbon-demo-2026");
  expect(code).toBeVisible();
  expect(code).toHaveValue("JAVJ-YYVP-6PFB-WGNW");
});

test("A refused code can be typed again, and a refused login starts over", async () => {
  const { password, code } = await sendCode(() => refused(401, "INVALID_CODE", "Not valid."));
  expect(await screen.findByText("Not valid.")).toBeVisible();
  expect(code).toHaveValue("");
  expect(password).toHaveValue("carbon-demo-2026");

  response = () => refused(403, "BLOCKED", "Blocked.");
  type(code, "123456");
  send();
  expect(await screen.findByText("Blocked.")).toBeVisible();
  expect(password).toHaveValue("");
  expect(screen.queryByLabelText("Code from your authenticator app")).toBeNull();
});

test("A browser that stores nothing is reported before anything is sent, and input is kept", async () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  showPage(LoginPage);
  type(await screen.findByLabelText("Email"), "ilse@brennvik.example");
  const password = screen.getByLabelText("Password", { selector: "input" });
  type(password, "carbon-demo-2026");
  send();
  expect(await screen.findByText(/^Your browser is blocking data/)).toBeVisible();
  expect(password).toHaveValue("carbon-demo-2026");
  expect(fetch).not.toHaveBeenCalled();

  refuse.mockRestore();
  send();
  expect(await screen.findByLabelText("Code from your authenticator app")).toBeVisible();
  expect(screen.queryByText(/^Your browser is blocking/)).toBeNull();
});

test("If the browser stores nothing, no device is asked for a passkey either", async () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  await expect(logInWithPasskey()).rejects.toThrow(/^Your browser is blocking data/);
  expect(fetch).not.toHaveBeenCalled();
  refuse.mockRestore();
});
