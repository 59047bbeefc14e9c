import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import "../../locales/en/account.ts";

const refusal = {
  type: "",
  title: "",
  status: 400,
  code: "VALIDATION_FAILED",
  detail: "Some fields are missing or not valid.",
  fieldErrors: [{ path: "currentPassword", message: "This is not your present password" }],
};

/** Renders the form, types both passwords, and returns the submit button. */
async function typed(responses: (() => Response)[]) {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "POST /api/v1/me/password": () => responses.shift()!(),
      "POST /api/v1/auth/password/strength": () => Response.json({ score: 4, requirements: [] }),
    }),
  );
  showPage(PasswordForm);
  await userEvent.type(await screen.findByLabelText("Current password"), "carbon-demo-2026");
  await userEvent.type(screen.getByLabelText("New password"), "wald-und-moor-77");
  await screen.findByText("Strong");
  return screen.getByRole("button", { name: "Change password" });
}
const failConnection = () => {
  throw new TypeError("Failed to fetch");
};
const refused = () => Response.json(refusal, { status: 400 });

test("after a change without a response, the page says that the new password may be the current one", async () => {
  const change = await typed([failConnection, refused]);
  expect(screen.getByLabelText("New password")).toHaveAccessibleDescription(
    "At least 10 characters, Not easy to guess, Does not contain your email",
  );
  expect(screen.queryByText(/^We do not know/)).toBeNull();
  await userEvent.click(change);
  await screen.findByText(/^We do not know whether your password was changed/);
  await userEvent.click(change);
  await screen.findByText("This is not your present password");
  expect(screen.getByText(/^We do not know whether your password was changed/)).toBeVisible();
});

test("no doubt remains after a refusal, nor after a successful change, which clears the form", async () => {
  const change = await typed([refused, failConnection, () => new Response(null, { status: 204 })]);
  await userEvent.click(change);
  await screen.findByText("This is not your present password");
  expect(screen.queryByText(/^We do not know/)).toBeNull();
  await userEvent.click(change);
  await screen.findByText(/^We do not know/);
  await userEvent.click(change);
  await expect.poll(() => screen.queryByText(/^We do not know/)).toBeNull();
  expect(screen.getByLabelText("Current password")).toHaveValue("");
  expect(screen.getByLabelText("New password")).toHaveValue("");
});
