import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { differences } from "../ledger/ledger.sql.ts";
import { projectsCsv, vintagesCsv } from "./import.fixtures.ts";
import { db, projectOf, run, stockOf, useEmptyDatabase } from "./import.harness.ts";

useEmptyDatabase();

describe("a first import", () => {
  test("skips what a spreadsheet leaves below its table", async () => {
    const separators = (csv: string) => csv.split("\n", 1)[0]!.replaceAll(/[^,]/g, "");
    const projects = projectsCsv({ external_id: "VCS1" });
    const vintages = vintagesCsv({ external_id: "VCS1", vintage_year: "2020" });
    const result = await run(
      `${projects}${separators(projects)}\n , ,\n`,
      `${vintages}${separators(vintages)}\n\n`,
    );
    expect(result.refused).toEqual([]);
    expect(result).toMatchObject({ projects: { new: 1, refused: 0 }, vintages: { new: 1 } });
  });

  test("creates projects without prices, and stock from the remaining tonnes", async () => {
    const { projects, vintages, refused } = await run(
      projectsCsv(
        {
          external_id: "VCS1",
          certifications: "CCB-Gold; ICVCM CCP-Approved",
          verifier: "TÜV SÜD",
        },
        {
          external_id: "VCS2",
          status: "Under validation",
          type: "Solar - centralized",
          developer: "Multiple Proponents",
        },
        { external_id: "VCS3", status: "Withdrawn", country_iso2: "" },
        {
          external_id: "CAR4",
          registry: "CAR",
          status: "",
          compliance_status: "Active ARB Project",
        },
      ),
      vintagesCsv(
        {
          external_id: "VCS1",
          vintage_year: "2020",
          issued: "500",
          retired: "100",
          remaining: "400",
        },
        {
          external_id: "VCS1",
          vintage_year: "2021",
          issued: "400",
          retired: "400",
          remaining: "0",
        },
      ),
    );

    expect(refused).toEqual([]);
    expect(projects).toEqual({ new: 4, changed: 0, unchanged: 0, refused: 0 });
    expect(vintages).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 0 });
    expect(await projectOf("VCS1")).toMatchObject({
      status: "CONTACT_REQUIRED",
      hidden: false,
      continent: "Asia",
      demonstration: false,
    });
    expect(await projectOf("VCS2")).toMatchObject({ status: "COMING_SOON", hidden: false });
    expect(await projectOf("VCS3")).toMatchObject({ hidden: true, countries: [], continent: null });
    expect(await projectOf("CAR4")).toMatchObject({
      status: "CONTACT_REQUIRED",
      registry_status: "Active ARB Project",
    });
    expect(await stockOf("VCS1")).toEqual([
      { year: 2020, available: 400, price: null },
      { year: 2021, available: 0, price: null },
    ]);
    expect(await differences(db)).toEqual([]);
    // The withdrawn project is hidden, so no list shows it.
    const listed = await db
      .selectFrom("managed_listings")
      .select("name_key")
      .where("hidden", "=", false)
      .execute();
    expect(listed).toHaveLength(3);
    const names = await sql<{
      type: string;
      developer: string;
    }>`select t.name as type, d.name as developer from projects p
      join project_types t on t.id = p.project_type_id join developers d on d.id = p.developer_id where p.external_id = 'VCS2'`.execute(
      db,
    );
    expect(names.rows).toEqual([{ type: "Solar - Centralized", developer: "Multiple proponents" }]);
    const labels = await db
      .selectFrom("project_labels")
      .select(["kind", "detail", "source", "as_of"])
      .orderBy("kind")
      .execute();
    expect(labels).toEqual([
      { kind: "CCB", detail: "Gold", source: "VROD test", as_of: "2025-12-31" },
      { kind: "CCP", detail: "Approved", source: "VROD test", as_of: "2025-12-31" },
    ]);
  });

  test("reports every invalid project row with line, column and reason, and imports the rest", async () => {
    const { projects, refused } = await run(
      projectsCsv(
        { external_id: "VCS1", name: "Two\nlines" },
        { external_id: "VCS2", credits_remaining: "-143592" },
        { external_id: "VCS3", developer: " " },
        {
          external_id: "VCS4",
          credits_issued: "12.5",
          registry_url: "javascript:alert(1)",
          country_iso2: "ZZ",
        },
        { external_id: "VCS5", registry: "MOON", reduction_or_removal: "Maybe" },
        { external_id: "", name: "" },
        { external_id: "VCS1" },
        { external_id: "VCS9" },
      ) + "VCS10,too,few\n",
    );

    expect(projects).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 7 });
    expect(refused).toEqual([
      "p.csv:4 credits_remaining is negative: -143592",
      "p.csv:5 developer is blank",
      'p.csv:6 country_iso2 is not a country code: "ZZ"',
      'p.csv:6 registry_url is not a public web address: "javascript:alert(1)"',
      'p.csv:6 credits_issued is not a whole number: "12.5"; write digits only, such as 1120',
      'p.csv:7 registry is unknown: "MOON"',
      'p.csv:7 reduction_or_removal is unknown: "Maybe"',
      "p.csv:8 external_id is blank",
      "p.csv:8 name is blank",
      "p.csv:11  the row has 3 cells, the header 22",
      "p.csv:9 external_id is already in line 3",
    ]);
    expect((await projectOf("VCS1")).name).toBe("Two lines");
  });

  test("reports every invalid vintage row, and those of refused and unknown projects", async () => {
    const { vintages, refused } = await run(
      projectsCsv({ external_id: "VCS1" }, { external_id: "VCS2", developer: "" }),
      vintagesCsv(
        { external_id: "VCS1", vintage_year: "2020", remaining: "5" },
        { external_id: "VCS1", vintage_year: "2021", remaining: "-7" },
        { external_id: "VCS1", vintage_year: "1815", remaining: "5" },
        { external_id: "VCS1", vintage_year: "2022", remaining: "3000000000" },
        { external_id: "VCS1", vintage_year: "2020", remaining: "6" },
        { external_id: "VCS2", vintage_year: "2020", remaining: "5" },
        { external_id: "VCS3", vintage_year: "2020", remaining: "5" },
      ),
    );

    expect(vintages).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 6 });
    expect(refused.filter((words) => words.startsWith("v.csv"))).toEqual([
      "v.csv:3 remaining is negative: -7",
      "v.csv:4 vintage_year is not between 1990 and 2100: 1815",
      "v.csv:5 remaining is more than 2147483647: 3000000000",
      "v.csv:6 vintage_year is already in line 2",
      "v.csv:7 external_id belongs to the refused project VCS2",
      "v.csv:8 external_id belongs to no known project: VCS3",
    ]);
    expect(await stockOf("VCS1")).toEqual([{ year: 2020, available: 5, price: null }]);
  });

  test("imports a row with an unknown label and reports that the label is left out", async () => {
    const { projects, noticed } = await run(
      projectsCsv({ external_id: "VCS1", certifications: "Moon Label; CCB-Gold" }),
    );
    expect(projects.new).toBe(1);
    expect(noticed).toEqual([
      'p.csv:2 certifications names the unknown label "Moon Label", which is left out',
    ]);
  });
});
