import { expect, it, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import type { Base } from "./base.ts";
import { emptyFields, newVintage, type VintageFields } from "./form.ts";
import { saveAll } from "./save.ts";

it("refused fields of a save are mapped to the right cells of the grid", async () => {
  const row = (vintageId: number, year: string): VintageFields => ({
    ...newVintage(),
    key: `v${vintageId}`,
    vintageId,
    year,
  });
  const fields = { ...emptyFields(), vintages: [row(3, "2022"), row(4, "2021")] };
  const base: Base = { version: 7, vintageVersions: { 3: 1, 4: 1 }, fields };
  const typed = structuredClone(fields);
  typed.name = "Kwale";
  typed.vintages[1]!.price = "29";
  typed.vintages.splice(1, 0, { ...newVintage(), year: "2024" });
  const fieldErrors = ["externalId", "newVintages.0.credits", "changedVintages.0.periodEnd"].map(
    (path) => ({ path, message: `Wrong ${path}` }),
  );
  const problem = { type: "about:blank", title: "", status: 400, detail: "Not saved" };
  const refused = { ...problem, code: "VALIDATION_FAILED", fieldErrors };
  const server = serverOf({
    "PATCH /api/v1/management/projects/12": () => Response.json(refused, { status: 400 }),
  });
  vi.stubGlobal("fetch", server);

  const saved = await saveAll(12, { key: "k", base, fields: typed });

  expect(server).toHaveBeenCalledOnce();
  expect(saved).toMatchObject({
    faults: [
      { path: "externalId", message: "Wrong externalId" },
      { path: "vintages.1.credits", message: "Wrong newVintages.0.credits" },
      { path: "vintages.2.periodEnd", message: "Wrong changedVintages.0.periodEnd" },
    ],
  });
});
