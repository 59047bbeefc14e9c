import { fireEvent, screen } from "@testing-library/react";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { expect, test } from "vitest";
import { showPage } from "../../../test/page.tsx";
import { CompleteDialog } from "./CompleteDialog.tsx";
import "../../../locales/en/certificates.ts";
import "../../../locales/en/managedRetirements.ts";
import "../../../locales/en/retirements.ts";
import "../../../locales/en/table.ts";

const retirement = {
  id: 3,
  quantity: 5,
  year: 2016,
  projectName: "Cerrado Forest",
  projectType: { id: 1, name: "Forest" },
  countries: ["BR"],
  registry: { id: 1, name: "Verra" },
  beneficiaryName: "Brennvik",
  purpose: "OWN_EMISSIONS",
  requestedAt: "2026-03-10T12:00:00.000Z",
  entered: null,
  unnamed: false,
} as unknown as ManagedRetirement;

test("a day before the buyer asked is taken, but its field asks whether it is right", async () => {
  showPage(() => (
    <CompleteDialog retirement={retirement} secondPerson={false} onClose={() => undefined} />
  ));
  const date = await screen.findByLabelText(/^Retired on/);
  const asks = /before the buyer asked for it on 10 Mar 2026/;
  for (const [day, before] of [
    ["2026-03-10", false],
    ["2026-03-09", true],
    ["2017-01-01", true],
    ["", false],
  ] as const) {
    fireEvent.change(date, { target: { value: day } });
    if (before) expect(date).toHaveAccessibleDescription(asks);
    else expect(date).not.toHaveAccessibleDescription(asks);
    expect(date).toBeValid();
  }
});
