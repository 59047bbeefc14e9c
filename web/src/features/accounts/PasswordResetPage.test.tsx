import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { PasswordResetPage } from "./PasswordResetPage.tsx";

test("A retry after a lost response says that the first attempt probably succeeded", async () => {
  const responses = [
    () => {
      throw new TypeError("Failed to fetch");
    },
    () =>
      Response.json(
        { type: "", title: "", status: 400, code: "INVALID_TOKEN", detail: "Invalid token." },
        { status: 400 },
      ),
  ];
  const server = serverOf({
    "POST /api/v1/auth/password/reset": () => responses.shift()!(),
    "POST /api/v1/auth/password/strength": () => Response.json({ score: 4, requirements: [] }),
  });
  vi.stubGlobal("fetch", server);
  vi.mocked(console.error).mockReturnValue();
  showPage(PasswordResetPage, "/?token=mailed");
  const field = await screen.findByLabelText("New password");
  fireEvent.change(field, { target: { value: "a quiet harbour at noon" } });
  fireEvent.click(screen.getByRole("button", { name: "Change password" }));
  await screen.findByText(/^Something went wrong|^The server/);
  expect(screen.queryByText(/^Your first attempt/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Change password" }));
  await screen.findByText(/^Your first attempt probably changed your password/);
  expect(screen.getByRole("link", { name: "Log in" })).toBeVisible();
  vi.mocked(console.error).mockClear();
});
