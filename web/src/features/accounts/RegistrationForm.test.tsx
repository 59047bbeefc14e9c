import { cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/account.ts";
import "../../locales/en/accounts.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { LoginPage } from "./LoginPage.tsx";
import { RegistrationForm } from "./RegistrationForm.tsx";

beforeEach(() => sessionStorage.clear());

it("warns about characters that documents cannot print in the company's name, or else the person's", async () => {
  showPage(() => <RegistrationForm carried={{}} />);
  await screen.findByLabelText("First name");
  const company = screen.getByLabelText(/^Company/);
  const names = [screen.getByLabelText("First name"), screen.getByLabelText("Last name")];
  const type = (field: HTMLElement, value: string) =>
    fireEvent.change(field, { target: { value } });

  for (const name of names) {
    type(name, "Þóra Łukasz 王");
    expect(name).not.toHaveAccessibleDescription();
    type(name, "ቃልኪዳን");
    expect(name).toHaveAccessibleDescription(/show □ in their place/);
  }
  type(company, "Brennvik");
  for (const field of [company, ...names]) expect(field).not.toHaveAccessibleDescription();
  type(company, "ቡና");
  expect(company).toHaveAccessibleDescription(/show □ in their place/);
});

const typed = {
  "First name": "Mira",
  "Last name": "Okafor",
  Company: "Brennvik",
  "Work email": "mira@brennvik.example",
  Phone: "+49 40 123456",
};
const secret = "Sea-cucumber 71 lamp";

const fieldOf = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: "input" });

async function fillIn(): Promise<void> {
  showPage(() => <RegistrationForm carried={{}} />);
  await screen.findByLabelText("First name");
  for (const [label, value] of Object.entries({ ...typed, Password: secret }))
    fireEvent.change(fieldOf(label), { target: { value } });
}

/** Returns the form's values after a reload of the page. */
async function afterReload() {
  cleanup();
  showPage(() => <RegistrationForm carried={{}} />);
  await screen.findByLabelText("First name");
  const values = Object.keys(typed).map((label) => [label, fieldOf(label).value]);
  return Object.fromEntries(values) as typeof typed;
}

it("restores its input after a reload, except the password", async () => {
  await fillIn();
  expect(await afterReload()).toEqual(typed);
  expect(fieldOf("Password")).toHaveValue("");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(secret);
  expect(JSON.stringify({ ...localStorage })).not.toContain(secret);
});

it("is blank again after a registration or login", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "POST /api/v1/auth/register": () => Response.json({ id: 1, username: "" }, { status: 201 }),
      "POST /api/v1/auth/login": () => Response.json({ authToken: tokenFor(), refreshToken: "b" }),
    }),
  );
  const blank = Object.fromEntries(Object.keys(typed).map((label) => [label, ""]));
  await fillIn();
  fireEvent.click(screen.getByRole("button", { name: "Create account" }));
  await expect.poll(() => sessionStorage.getItem("registration")).toBeNull();
  expect(await afterReload()).toEqual(blank);

  cleanup();
  await fillIn();
  cleanup();
  showPage(() => <LoginPage />);
  fireEvent.change(await screen.findByLabelText("Email"), { target: { value: "a@b.example" } });
  fireEvent.change(fieldOf("Password"), { target: { value: secret } });
  fireEvent.click(screen.getByRole("button", { name: "Log in" }));
  await expect.poll(() => sessionStorage.getItem("registration")).toBeNull();
  expect(await afterReload()).toEqual(blank);
});
