import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import {
  apiOf,
  expect,
  logInDirectly,
  expectAccessible,
  expectResponsive,
  test,
  untilNetworkIdle,
} from "./shop.ts";

const operator = "admin@demo.example";
const list = "/management/projects";

/** Creates projects that no other test finds, with credits on sale, through the API. */
async function someProjects(request: APIRequestContext, word: string, count: number) {
  const api = await apiOf(request, operator);
  const choice = async (of: string) =>
    (await api.get(`${list}/choices?list=${of}&size=1`)).content[0].id as number;
  const references = {
    registryId: await choice("registries"),
    projectDeveloperId: await choice("developers"),
    projectTypeId: await choice("projectTypes"),
  };
  const newProjects: { id: number; name: string }[] = [];
  for (let nth = 1; nth <= count; nth++) {
    const body = { ...references, name: `${word} project ${nth}`, countries: ["KE"] };
    const created = await api.post(list, body);
    expect(created.status(), await created.text()).toBe(201);
    const project = (await created.json()) as { id: number; name: string };
    const vintage = {
      impactType: "REMOVAL_SHORT",
      claimType: "CONTRIBUTION",
      creditType: "EX_POST",
    };
    const issued = { ...vintage, price: 10 * nth, credits: 100 * nth };
    expect((await api.post(`${list}/${project.id}/vintages`, issued)).status()).toBe(201);
    newProjects.push(project);
  }
  return { api, newProjects };
}

const names = (page: Page) => page.locator("tbody [data-column=name]").allInnerTexts();
const searchFor = async (page: Page, word: string, count: number) => {
  await page.getByRole("searchbox").fill(word);
  await expect(page.getByText(`${count} projects`, { exact: true })).toBeVisible();
};

test("An operator finds, sorts and narrows projects, hides, shows and gives them a status together", async ({
  page,
  request,
}) => {
  const word = `Sorrel${process.pid}`;
  const { api, newProjects } = await someProjects(request, word, 3);
  await logInDirectly(page, operator);
  await page.goto("/management");
  await expect(page.getByRole("heading", { name: "Projects", level: 1 })).toBeVisible();

  await searchFor(page, word, 3);
  await page.getByRole("button", { name: "From / t" }).click();
  await expect.poll(() => names(page)).toEqual(newProjects.map(({ name }) => name).reverse());
  await page.getByRole("button", { name: /^Sold out/ }).click();
  await expect(page.getByText("No project matches")).toBeVisible();
  await page.getByRole("button", { name: /^Available \d/ }).click();
  await expect.poll(() => names(page)).toHaveLength(3);

  await page.getByRole("button", { name: "Visibility" }).click();
  await page.getByRole("combobox", { name: "Visibility" }).click();
  await page.getByRole("option", { name: "Visible" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/hidden=false/);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(newProjects.map(({ name }) => name).reverse());
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).not.toHaveURL(/hidden=/);
  await expect.poll(() => names(page)).toHaveLength(3);

  await page.getByRole("link", { name: newProjects[0]!.name }).click();
  await expect(page).toHaveURL(
    new RegExp(`/management/projects/update\\?id=${newProjects[0]!.id}$`),
  );
  await expect(page.getByRole("heading", { level: 1, name: newProjects[0]!.name })).toBeVisible();

  await page.goto(`${list}?q=${word}`);
  await expect(page.getByText("3 projects", { exact: true })).toBeVisible();
  await page.getByLabel("Select all rows on this page").check();
  await expect(page.getByText("3 selected")).toBeVisible();
  await expect(page.getByText("600 t available")).toBeVisible();
  await page.getByRole("button", { name: "Hide 3 projects" }).click();
  await expect(page.getByRole("dialog")).toContainText("Their credits are removed from carts");
  await page.getByRole("dialog").getByRole("button", { name: "Hide 3 projects" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("tbody [data-column=name]").filter({ hasText: "Hidden" })).toHaveCount(
    3,
  );
  const gone = await api.get(`/projects?q=${word}`);
  expect(gone.totalElements).toBe(0);

  // Somebody else is faster with one of them: it is named, the other two are done.
  await page.getByLabel("Select all rows on this page").check();
  await page.getByRole("button", { name: "Show 3 projects" }).click();
  const other = newProjects[1]!;
  const now = await api.get(`${list}/${other.id}`);
  const edited = await api.patch(`${list}/${other.id}`, {
    version: now.version,
    description: "New",
  });
  expect(edited.ok()).toBe(true);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Show 3 projects" }).click();
  await expect(dialog).toContainText("1 row is open. The others are done.");
  await expect(dialog.getByRole("listitem").filter({ hasText: other.name })).toContainText(
    /changed this on .* \(description\)\./,
  );
  await dialog.getByRole("button", { name: "Try it again" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await api.get(`/projects?q=${word}`)).totalElements).toBe(3);

  await page.getByLabel(`Select ${newProjects[0]!.name}`).check();
  await page.getByRole("button", { name: "Set status of 1 project" }).click();
  await page.getByLabel("New status").selectOption({ label: "Coming soon" });
  await page.getByRole("dialog").getByRole("button", { name: "Set status of 1 project" }).click();
  await expect(page.getByRole("button", { name: "Coming soon 1" })).toBeVisible();
  const changed = await api.get(`/projects/${newProjects[0]!.id}`);
  expect(changed.changes[0].change).toBe("Availability changed from available to coming soon");
});

test("The list is exported, a row's own actions say what they cannot do; rows per page are remembered; it fits", async ({
  page,
  request,
}) => {
  const word = `Yarrow${process.pid}`;
  const { api, newProjects } = await someProjects(request, word, 2);
  await logInDirectly(page, operator);
  await page.goto(`${list}?q=${word}&sort=name%2Casc`);
  await expect.poll(() => names(page)).toHaveLength(2);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^projects-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(newProjects[0]!.name);

  await page.getByRole("button", { name: `Actions for ${newProjects[0]!.name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("which has or had credits");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Delete" })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  // One that never had credits is deleted, the others stay and show where they are used.
  const facts = await api.get(`${list}/${newProjects[0]!.id}`);
  const unused = await api.post(list, {
    name: `${word} unused`,
    registryId: facts.registry.id,
    projectDeveloperId: facts.projectDeveloper.id,
    projectTypeId: facts.projectType.id,
    countries: ["KE"],
  });
  expect(unused.status()).toBe(201);
  await page.reload();
  await page.getByLabel("Select all rows on this page").check();
  await page.getByRole("button", { name: "Delete 3 projects" }).click();
  const many = page.getByRole("dialog", { name: "Delete 3 projects" });
  await many.getByRole("button", { name: "Delete 3 projects" }).click();
  await expect(many.getByRole("alert")).toContainText("2 rows are open");
  await expect(many.getByRole("listitem").filter({ hasText: newProjects[0]!.name })).toContainText(
    "Not done: in use in 1 place: Vintage",
  );
  await expect(many.getByRole("listitem").filter({ hasText: "unused" })).toContainText("Done");
  await expectAccessible(page);
  await many.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(() => names(page)).toHaveLength(2);

  await page.goto(list);
  await page.getByLabel("Rows per page").selectOption("50");
  await expect.poll(() => names(page)).toHaveLength(50);
  await page.goto("/management/developers");
  await expect(page.getByLabel("Rows per page")).toHaveValue("50");
  await page.getByLabel("Rows per page").selectOption("20");
  await expect(page.locator("tbody tr")).toHaveCount(20);
  await untilNetworkIdle(page, async () => void (await page.goto(list)));
  await expect.poll(() => names(page)).toHaveLength(20);
  await expectResponsive(page);
});
