import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  apiOf,
  expect,
  expectAccessible,
  logInDirectly,
  follow,
  test,
  expectResponsive,
} from "./shop.ts";

const operator = "admin@demo.example";

const head =
  "external_id,registry,name,status,scope,type,reduction_or_removal,methodology,country_iso2,state,developer,verifier," +
  "credits_issued,credits_retired,credits_remaining,first_vintage_year,estimated_annual_reductions,compliance_program," +
  "compliance_status,certifications,registry_url";
const project = (key: string, name: string, issued = "100") =>
  `${key},VCS,${name},Registered,Renewable Energy,Wind,Reduction,ACM0002,IN,Gujarat,Varta Wind,,` +
  `${issued},20,80,2020,,,,,https://registry.verra.org/app/projectDetail/VCS/1`;

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(`${lines.join("\n")}\n`),
});
const choose = (page: Page, kind: "Projects" | "Vintages") =>
  page.getByRole("region", { name: kind, exact: true }).locator("input[type=file]");
const report = (page: Page) => page.getByRole("table", { name: "Rows of the files" });

async function beginImport(page: Page) {
  await logInDirectly(page, operator);
  await page.goto("/management/projects");
  await page.getByRole("link", { name: "Import CSV" }).click();
  await page.getByRole("button", { name: "New import" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import projects and vintages");
}

test("Registry files are checked row by row, then imported, and a second time nothing changes", async ({
  page,
  request,
}) => {
  const key = `VCS${Date.now() % 1_000_000_000}`;
  const name = `Kutch wind ${key}`;
  await beginImport(page);
  const projects = csv("r.csv", head, project(key, name), project(`${key}x`, "", "-5"));
  await choose(page, "Projects").setInputFiles(projects);
  await expect(page.getByText("2 rows", { exact: false }).first()).toBeVisible();
  const vintages = csv(
    "v.csv",
    "external_id,vintage_year,issued,retired,remaining",
    `${key},2020,100,20,80`,
    `${key}x,2020,1,0,1`,
  );
  await choose(page, "Vintages").setInputFiles(vintages);
  await expect(page.getByText("Known columns")).toHaveCount(2);
  await page.getByRole("button", { name: "Check the files" }).click();

  await expect(report(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Errors 2/ }).click();
  await expect(report(page).getByRole("row")).toHaveCount(3);
  await expect(report(page)).toContainText("credits_issued is negative: -5");
  await expect(report(page)).toContainText(`belongs to the refused project ${key}x`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect(file.split("\r\n").filter(Boolean)).toHaveLength(3);
  const api = await apiOf(request, operator);
  const found = () => api.get(`/management/projects?q=${key}`);
  expect((await found()).totalElements).toBe(0);

  // The choices survive a reload.
  await page.reload();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  const dialog = page.getByRole("dialog", { name: "Import 2 rows?" });
  await expect(dialog).toContainText("2 rows with errors are left out");
  await dialog.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByText("2 rows were imported.")).toBeVisible();
  expect((await found()).content).toMatchObject([{ name, externalId: key, availableCredits: 80 }]);

  await page.goto("/management/projects/import");
  await expect(page.getByRole("row").filter({ hasText: "r.csv, v.csv" })).toContainText("Imported");
  await page.getByRole("button", { name: "New import" }).click();
  await choose(page, "Projects").setInputFiles(projects);
  await page.getByRole("button", { name: "Check the files" }).click();
  await expect(page.getByText("No row is new or changed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 0 rows" })).toBeDisabled();

  await page.getByRole("button", { name: "Delete import" }).click();
  const deletedPath = new URL(page.url()).pathname;
  await page.getByRole("dialog").getByRole("button", { name: "Delete import" }).click();
  await expect(page).toHaveURL(/\/management\/projects\/import$/);
  await follow(page, deletedPath);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such import");
});

test("The columns of another file are chosen by hand, an unusable one says why; a long report fits", async ({
  page,
  request,
}) => {
  const key = `VCS${(Date.now() % 1_000_000_000) + 1}`;
  await beginImport(page);
  await choose(page, "Projects").setInputFiles(csv("broken.csv", "a,a", "1,2"));
  await expect(page.getByText("broken.csv has the column a twice.")).toBeVisible();

  const ownFile = csv(
    "own.csv",
    "Project ID;Project Name;Kind;Proponent;Effect;Link;Total credits issued;Total credits retired;Total credits remaining",
    `${key};Sun of ${key};Solar - Centralized;Heliotrop AG;Reduction;https://registry.example/${key};10;4;6`,
  );
  await choose(page, "Projects").setInputFiles(ownFile);
  await expect(page.getByText("7 of 25 fields have a column.")).toBeVisible();
  await page.getByRole("button", { name: "Check the files" }).click();
  await expect(page.getByText("Choose a column, or enter a text").first()).toBeVisible();
  await expectAccessible(page);
  await page
    .getByLabel("Column for Registry", { exact: true })
    .selectOption("The same for all rows…");
  await page.getByLabel("Text for Registry in all rows").fill("Verra");
  await page.getByLabel("Column for Status at the registry").selectOption("The same for all rows…");
  await page.getByLabel("Text for Status at the registry in all rows").fill("Registered");
  await page.getByLabel("Column for Project type").selectOption("Kind");
  await page.getByLabel("Column for Reduction or removal").selectOption("Effect");
  await page.getByRole("button", { name: "Check the files" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByText("1 row was imported.")).toBeVisible();
  const api = await apiOf(request, operator);
  const { content } = await api.get(`/management/projects?q=${key}`);
  expect(content).toMatchObject([{ name: `Sun of ${key}`, registry: { name: "Verra" } }]);

  await follow(page, "/management/projects/import");
  await page.getByRole("button", { name: "New import" }).click();
  const rows = Array.from({ length: 200 }, (_, place) => project(`VCS${place}x`, "", "-5"));
  await choose(page, "Projects").setInputFiles(csv("r.csv", head, ...rows));
  await page.getByText("A file of the registries' database").click();
  await page.getByRole("button", { name: "Check the files" }).click();
  await expect(report(page)).toBeVisible();
  await expectResponsive(page);
});
