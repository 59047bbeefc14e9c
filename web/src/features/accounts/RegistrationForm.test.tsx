import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/account.ts";
import "../../locales/en/accounts.ts";
import { showPage } from "../../test/page.tsx";
import { RegistrationForm } from "./RegistrationForm.tsx";

it("says which letters of the name that documents carry are not printed: the company's, else the person's", async () => {
  showPage(() => <RegistrationForm along={{}} />);
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
