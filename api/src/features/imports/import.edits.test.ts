import { projectQuery } from "@tonneline/contract/catalogue";
import { expect, test } from "vitest";
import { aProject, aVintage } from "../../../test/builders/project.ts";
import { foundProjects } from "../catalogue/answers.ts";
import { createLiveCatalogue } from "../catalogue/live.service.ts";
import { projectsCsv, vintagesCsv } from "./import.fixtures.ts";
import { db, projectOf, run, stockOf, useEmptyDatabase } from "./import.harness.ts";

/* What operators decided stays as it is when a later file changes something else. */

useEmptyDatabase();

test("the impact changes at the registry only where no operator has chosen another or made the vintage", async () => {
  const of = (external_id: string) => ({ external_id, vintage_year: "2020", remaining: "5" });
  await run(
    projectsCsv({ external_id: "VCS1" }, { external_id: "VCS2" }),
    vintagesCsv(of("VCS1"), of("VCS2")),
  );
  const [chosen, other] = [await projectOf("VCS1"), await projectOf("VCS2")];
  await db
    .updateTable("vintages")
    .set({ impact_type: "REMOVAL_LONG" })
    .where("project_id", "=", chosen.id)
    .execute();
  await aVintage(db, other.id, { year: 2027, impactType: "MIXED", creditType: "EX_ANTE" });

  const reduction = { reduction_or_removal: "Reduction" };
  await run(
    projectsCsv({ external_id: "VCS1", ...reduction }, { external_id: "VCS2", ...reduction }),
  );

  const impacts = await db
    .selectFrom("vintages")
    .select(["project_id as of", "year", "impact_type as impact"])
    .orderBy("project_id")
    .orderBy("year")
    .execute();
  expect(impacts).toEqual([
    { of: chosen.id, year: 2020, impact: "REMOVAL_LONG" },
    { of: other.id, year: 2020, impact: "REDUCTION" },
    { of: other.id, year: 2027, impact: "MIXED" },
  ]);
});

test("a project goes on request only from the pipeline, if it is still coming soon, and is hidden only once", async () => {
  const files = (status: string, methodology: string) =>
    projectsCsv(
      { external_id: "VCS1", methodology },
      { external_id: "VCS2", methodology, status },
      { external_id: "VCS3", methodology, status: "Withdrawn" },
    );
  await run(files("Listed", "VM0033"));
  const decided = {
    VCS1: { status: "COMING_SOON", hidden: false },
    VCS2: { status: "AVAILABLE", hidden: false },
    VCS3: { status: "CONTACT_REQUIRED", hidden: false },
  };
  for (const [externalId, change] of Object.entries(decided)) {
    await db.updateTable("projects").set(change).where("external_id", "=", externalId).execute();
  }
  await run(files("Registered", "VM0047"));
  for (const [externalId, change] of Object.entries(decided)) {
    expect(await projectOf(externalId)).toMatchObject({ ...change, methodology: "VM0047" });
  }
});

test("vintages of a refused project are refused even if the catalogue has the project", async () => {
  await run(projectsCsv({ external_id: "VCS1" }));
  const { vintages, refused } = await run(
    projectsCsv({ external_id: "VCS1", developer: "" }),
    vintagesCsv({ external_id: "vcs 1", vintage_year: "2020", remaining: "5" }),
  );
  expect(vintages).toEqual({ new: 0, changed: 0, unchanged: 0, refused: 1 });
  expect(refused).toContain("v.csv:2 external_id belongs to the refused project vcs 1");
  expect(await stockOf("VCS1")).toEqual([]);
});

test("new and changed vintages of a project that is not in the file are shown at once", async () => {
  const catalogue = createLiveCatalogue(db);
  const shown = async () =>
    [...foundProjects(await catalogue.current(), projectQuery.parse({}))].map(
      ({ availableCredits, vintagesAvailable }) => [availableCredits, vintagesAvailable],
    );
  const of = (vintage_year: string, remaining: string) => ({
    external_id: "VCS1",
    vintage_year,
    remaining,
  });
  await run(projectsCsv({ external_id: "VCS1" }), vintagesCsv(of("2020", "5")));
  expect(await shown()).toEqual([[5, { min: 2020, max: 2020 }]]);
  await run(projectsCsv(), vintagesCsv(of("2020", "8")));
  expect(await shown()).toEqual([[8, { min: 2020, max: 2020 }]]);
  await run(projectsCsv(), vintagesCsv(of("2022", "0")));
  expect(await shown()).toEqual([[8, { min: 2020, max: 2022 }]]);
});

test("a vintage that an operator made counts the registry's figures as known once they are imported", async () => {
  const catalogue = createLiveCatalogue(db);
  const known = async () =>
    [...foundProjects(await catalogue.current(), projectQuery.parse({}))].map(
      ({ facts }) => facts.known,
    );
  await aProject(db, { externalId: "VCS1", registry: "Verra", vintages: [{ year: 2020 }] });
  const [before] = await known();
  await run(
    projectsCsv(),
    vintagesCsv({ external_id: "VCS1", vintage_year: "2020", issued: "9", remaining: "9" }),
  );
  expect(await known()).toEqual([before! + 1]);
});

test("expected vintages, and several of one year, are not taken for the registry's", async () => {
  const vintages = [
    { year: 2020, credits: 1 },
    { year: 2020, credits: 2 },
    { year: 2021, credits: 3, creditType: "EX_ANTE" },
  ];
  await aProject(db, { externalId: "VCS1", registry: "Verra", vintages });
  const of = (vintage_year: string) => ({ external_id: "VCS1", vintage_year, remaining: "50" });
  const { vintages: counts } = await run(projectsCsv(), vintagesCsv(of("2020"), of("2021")));
  expect(counts).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 0 });
  const stock = (await stockOf("VCS1")).map(({ year, available }) => [year, available].join());
  expect(stock.toSorted()).toEqual(["2020,1", "2020,2", "2020,50", "2021,3", "2021,50"]);
});

test("a vintage whose year an operator corrected is not offered twice", async () => {
  const files = [
    projectsCsv({ external_id: "VCS1" }),
    vintagesCsv({ external_id: "VCS1", vintage_year: "2020", remaining: "5" }),
  ] as const;
  await run(...files);
  await db.updateTable("vintages").set({ year: 2019 }).execute();
  expect((await run(...files)).vintages).toMatchObject({ new: 0, unchanged: 1 });
  expect(await stockOf("VCS1")).toEqual([{ year: 2019, available: 5, price: null }]);
});

test("a label that an operator has already entered keeps its source", async () => {
  const { id } = await aProject(db, {
    externalId: "VCS1",
    registry: "Verra",
    labels: ["CCP"],
    vintages: [],
  });
  await db.updateTable("project_labels").set({ detail: "Approved" }).execute();
  await run(projectsCsv({ external_id: "VCS1", certifications: "ICVCM CCP-Approved" }));
  const labels = await db.selectFrom("project_labels").select(["project_id", "source"]).execute();
  expect(labels).toEqual([{ project_id: id, source: "The registry" }]);
});
