import type { APIRequestContext, Page } from "@playwright/test";
import { aBuyer, unusedEmail } from "./people.ts";
import {
  apiOf,
  buyer,
  expect,
  expectAccessible,
  logInDirectly,
  password,
  test,
  expectResponsive,
  follow,
  untilNetworkIdle,
} from "./shop.ts";
import { mailedLink } from "./inbox.ts";

const operator = "admin@demo.example";
/** The pages checked here; those of other entries have their own journeys. */
const checkedPages = new Set(
  "orders reports companies roles partners developers project-types settings audit"
    .split(" ")
    .map((page) => `/management/${page}`),
);
/** Pages without an entry. */
const pagesWithoutEntry = [
  ["/management/dashboard", "Overview"],
  ["/management/users?tab=all", "Users"],
  ["/management/bank/refunds", "Refunds"],
  ["/management/companies/2", "Varendonk Shipping"],
] as const;

/** A person whose role has exactly these permissions. */
async function withRole(request: APIRequestContext, permissions: string[]): Promise<string> {
  const username = await aBuyer(request);
  const api = await apiOf(request, operator);
  const name = `Desk ${username}`.slice(0, 60);
  const role = (await (await api.post("/management/roles", { name, permissions })).json()) as {
    id: number;
  };
  const { content } = await api.get(`/management/users?q=${encodeURIComponent(username)}`);
  const { id, version } = content[0];
  const changed = await api.patch(`/management/users/${id}`, { version, roleId: role.id });
  expect(changed.ok(), await changed.text()).toBe(true);
  return username;
}

const open = async (page: Page, path: string, title: string) => {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
};

test("Every entry of an Admin's /management leads to a page of its own, which fits and has no finding", async ({
  page,
  request,
}) => {
  const api = await apiOf(request, operator);
  // A list of partners that is not empty.
  const partner = { name: `Partner of the north ${Date.now()}` };
  expect((await api.post("/management/partners", partner)).ok()).toBe(true);
  await logInDirectly(page, operator);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/management");
  const navigation = page.getByRole("navigation", { name: "Main" });
  const entries = navigation.getByRole("group").getByRole("link");
  await expect(entries.first()).toBeVisible();
  await expect(page).toHaveURL(/\/management\/\w+/);
  // Two groups are collapsed at first; an expanded one no longer matches.
  const folded = navigation.locator("button[aria-expanded=false]");
  while ((await folded.count()) > 0) await folded.first().click();
  await expect(entries.and(page.locator("[aria-current=page]"))).toHaveCount(1);
  for (const entry of await entries.all()) {
    const [to, label] = [await entry.getAttribute("href"), await entry.innerText()];
    await untilNetworkIdle(page, () => entry.click());
    await expect(page).toHaveURL(new RegExp(`${to}(\\?|$)`));
    await expect(page).toHaveTitle(new RegExp(`^${label.split("\n")[0]} · `));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (!checkedPages.has(to!)) continue;
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectResponsive(page);
  }
  for (const [path, title] of pagesWithoutEntry) {
    await untilNetworkIdle(page, () => follow(page, path));
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectResponsive(page);
  }

  await test.step("On a company's page nothing is shown below what has yet to come", async () => {
    const released = Promise.withResolvers<void>();
    await page.route(/\/management\/orders\?/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto("/management/companies/2");
    await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
    const below = page.getByRole("heading", { name: "Holdings" });
    await expect(below).toBeHidden();
    released.resolve();
    await expect(below).toBeVisible();
  });
});

test("An operator admits a person, blocks another with a reason, and the log knows both", async ({
  page,
  request,
}) => {
  const username = unusedEmail();
  const data = { username, password, firstName: "Wanda", lastName: "Oriel" };
  await request.post("/api/v1/auth/register", { data });
  const link = new URL(await mailedLink(username, "/registration/verify"));
  await request.post("/api/v1/auth/verify", { data: { token: link.searchParams.get("token") } });

  await logInDirectly(page, operator);
  await open(page, "/management/users", "Users");
  await page.getByRole("searchbox").fill(username);
  await expect(page).toHaveURL(/q=/);
  const row = page.getByRole("row").filter({ hasText: username });
  // The company of the same name is beside it.
  await row.getByRole("link", { name: "Wanda Oriel" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Wanda Oriel" });
  await drawer.getByRole("button", { name: "Admit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Admit 1 person" }).click();
  await expect(drawer.getByText("Admitted")).toBeVisible();

  await drawer.getByRole("button", { name: "Block" }).click();
  const confirmDialog = page.getByRole("dialog", { name: "Block Wanda Oriel" });
  await confirmDialog.getByRole("button", { name: "Block" }).click();
  await expect(confirmDialog.getByText("Enter a reason of at least 3 characters.")).toBeVisible();
  await confirmDialog.getByLabel("Reason").fill("Chargebacks");
  await confirmDialog.getByRole("button", { name: "Block" }).click();
  await expect(drawer.getByText("Blocked because")).toBeVisible();
  // The toast covers the drawer's corner while it is shown.
  await expect(page.getByText("Wanda Oriel is blocked.")).toBeHidden();
  await expectAccessible(page);

  const partner = `Partner of ${username}`;
  expect(
    (await (await apiOf(request, operator)).post("/management/partners", { name: partner })).ok(),
  ).toBe(true);
  await open(page, `/management/users?tab=all&q=${encodeURIComponent(username)}`, "Users");
  await page.getByLabel(`Select ${username}`).check();
  await page.getByRole("button", { name: "Set partner of 1 person" }).click();
  const many = page.getByRole("dialog", { name: /1 person$/ });
  await many.getByRole("button", { name: /^Set partner/ }).click();
  await expect(many.getByRole("alert")).toContainText("Choose the partner.");
  await expectAccessible(page);
  await many.getByLabel("Partner").fill(partner);
  await page.getByRole("option", { name: partner }).click();
  await many.getByRole("button", { name: /^Set partner/ }).click();
  await expect(row).toContainText(partner);
  await page.getByLabel(`Select ${username}`).check();
  await page.getByRole("button", { name: "Unblock 1 person" }).click();
  await many.getByRole("button", { name: "Unblock 1 person" }).click();
  await expect(row).toContainText("Admitted");
  // One's own account is excluded.
  await open(page, `/management/users?tab=all&q=${encodeURIComponent(operator)}`, "Users");
  await page.getByLabel(`Select ${operator}`).check();
  await expect(page.getByRole("button", { name: "Set partner of 1 person" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Block \d/ })).toHaveCount(0);

  await open(page, `/management/audit?q=${encodeURIComponent(username)}`, "Audit log");
  await expect(page.getByRole("row").filter({ hasText: "User: blocked" })).toBeVisible();
  await page.getByRole("row").filter({ hasText: "User: changed" }).last().getByRole("link").click();
  await expect(page.getByRole("row").filter({ hasText: "role" })).toContainText("Anonymous");
});

test("A role that may only read sees the screens without the actions, and no others", async ({
  page,
  request,
}) => {
  const username = await withRole(request, ["users:read", "directory:read", "settings:read"]);
  await logInDirectly(page, username);
  await open(page, "/management/users?tab=all", "Users");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("Account", { exact: true })).toBeVisible();
  await expect(drawer.getByRole("button", { name: /Block|Admit|Save/ })).toHaveCount(0);

  await open(page, "/management/developers", "Developers");
  await expect(page.getByRole("button", { name: /New developer|Actions for/ })).toHaveCount(0);
  await open(page, "/management/settings", "Settings");
  await expect(
    page.getByText("Your role may read the settings but not change them."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);

  await page.goto("/management/orders");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toHaveCount(0);
});

test("A developer is added, renamed, merged, and cannot be deleted while projects name it", async ({
  page,
  request,
}) => {
  await logInDirectly(page, operator);
  await open(page, "/management/developers?sort=projects,desc", "Developers");
  const busiest = (await page.getByRole("rowheader").first().textContent())!;
  await page.getByRole("button", { name: `Actions for ${busiest}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const refused = page.getByRole("dialog");
  await expect(refused.getByText(/is in use in \d+ places and cannot be deleted/)).toBeVisible();
  await expect(refused.getByRole("button", { name: "Delete" })).toBeDisabled();
  await expect(refused.getByRole("listitem").first().getByRole("link")).toHaveAttribute(
    "href",
    /\/management\/projects\/update\?id=\d+$/,
  );
  await expectAccessible(page);
  await refused.getByRole("button", { name: "Merge into another" }).click();
  await expect(refused).toContainText(`Merge ${busiest} into another`);
  await refused.getByRole("button", { name: "Cancel" }).click();

  const name = `A double ${Date.now()}`;
  await page.getByRole("button", { name: "New developer" }).click();
  const nameField = page.getByRole("dialog").getByLabel("Name");
  await nameField.fill(busiest);
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("This name is taken")).toBeVisible();
  await expect(nameField).toBeFocused();
  await nameField.fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await page.getByRole("searchbox").fill(name);
  await expect(page).toHaveURL(/q=/);

  // Somebody else is faster: this is reported, and a second click renames it anyway.
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await nameField.fill(`${name} of mine`);
  const api = await apiOf(request, operator);
  const { content } = await api.get(`/management/developers?q=${encodeURIComponent(name)}`);
  const theirChange = { name: `${name} of theirs`, version: content[0].version };
  expect((await api.patch(`/management/developers/${content[0].id}`, theirChange)).ok()).toBe(true);
  const rename = page.getByRole("dialog").getByRole("button", { name: "Rename" });
  await rename.click();
  await expect(page.getByText(`It is now called ${name} of theirs.`)).toBeVisible();
  await rename.click();
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.getByRole("button", { name: `Actions for ${name} of mine` }).click();
  await page.getByRole("menuitem", { name: "Merge" }).click();
  const mergeDialog = page.getByRole("dialog");
  await mergeDialog.getByLabel("Merge into").fill(busiest);
  await page.getByRole("option", { name: busiest, exact: true }).click();
  await mergeDialog.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText(`${name} of mine is merged.`)).toBeVisible();

  const duplicates = ["a", "b", "c"].map((each) => `${name} ${each}`);
  for (const each of duplicates) await api.post("/management/developers", { name: each });
  await page.reload();
  await page.getByLabel(`Select ${duplicates[0]}`).check();
  await page.getByLabel(`Select ${duplicates[1]}`).check();
  await page.getByRole("button", { name: "Merge 2" }).click();
  const mergeManyDialog = page.getByRole("dialog", { name: "Merge 2 entries into another" });
  await mergeManyDialog.getByRole("button", { name: "Merge 2" }).click();
  await expect(mergeManyDialog.getByRole("alert")).toContainText("Choose the entry to keep.");
  await expectAccessible(page);
  await mergeManyDialog.getByLabel("Merge into").fill(duplicates[2]!);
  await page.getByRole("option", { name: duplicates[2]! }).click();
  await mergeManyDialog.getByRole("button", { name: "Merge 2" }).click();
  await expect(page.getByLabel(`Select ${duplicates[0]}`)).toHaveCount(0);
  await page.getByLabel(`Select ${duplicates[2]}`).check();
  await page.getByRole("button", { name: "Delete 1 unused" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete 1 unused" }).click();
  await expect(page.getByText("No developer matches")).toBeVisible();
});

test("A link of the footer is changed in the settings; a stale second save keeps what was typed", async ({
  page,
  context,
}) => {
  await logInDirectly(page, operator);
  await open(page, "/management/settings", "Settings");
  const other = await context.newPage();
  await open(other, "/management/settings", "Settings");

  const footer = (one: Page) => one.getByRole("region", { name: "Footer" });
  const site = `https://company-${Date.now()}.example`;
  await footer(page).getByLabel("Company site").fill(site);
  await footer(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Footer: saved.")).toBeVisible();

  await footer(other).getByLabel("Company site").fill("https://second.example");
  await footer(other).getByRole("button", { name: "Save" }).click();
  await expect(other.getByText(/What you typed is still here: save again/)).toBeVisible();
  await expect(footer(other).getByLabel("Company site")).toHaveValue("https://second.example");
  await other.close();

  await page.reload();
  await expect(page.getByRole("link", { name: "Company site" })).toHaveAttribute("href", site);
});

test("A new report with its PDF is on sale for buyers at once", async ({ page, request }) => {
  const api = await apiOf(request, buyer);
  const { content } = await api.get("/projects?availableOnly=true&size=1&page=40");
  const project = content[0] as { id: number; name: string };
  const name = `Permanence ${Date.now()}`;
  await logInDirectly(page, operator);
  await open(page, "/management/reports", "Reports");
  await page.getByRole("button", { name: "New report" }).click();
  const form = page.getByRole("dialog", { name: "New report" });
  await form.getByLabel("Name").fill(name);
  await page.keyboard.press("Escape");
  const discardDialog = page.getByRole("dialog", { name: "Discard what you typed?" });
  await discardDialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(form.getByLabel("Name")).toHaveValue(name);
  await form.getByLabel("Price (EUR, net)").fill("390.505");
  await form.getByRole("button", { name: "Add report" }).click();
  await expect(form.getByText(/^Enter a price from €0\.01/)).toBeVisible();
  await form.getByLabel("Price (EUR, net)").fill("390,50");
  await form.getByLabel("Projects").fill(project.name);
  await page.getByRole("option", { name: project.name }).first().click();
  // The list stays open for further choices and covers what is below it.
  await form.getByLabel("Name").click();
  await form.getByRole("button", { name: "Add report" }).click();

  const one = page.getByRole("dialog", { name });
  const file = { name: "Permanence.pdf", mimeType: "application/pdf" };
  const upload = one.locator("input[type=file]");
  await upload.setInputFiles({ ...file, buffer: Buffer.from("no PDF at all") });
  await expect(one.getByText("This file is not a PDF. Please choose a PDF.")).toBeVisible();
  await upload.setInputFiles({ ...file, buffer: Buffer.from("%PDF-1.7 a report %%EOF") });
  await expect(one.getByRole("button", { name: /Permanence\.pdf/ })).toBeVisible();
  const { content: offered } = await api.get(`/reports?projectId=${project.id}`);
  expect(offered).toContainEqual(expect.objectContaining({ name, price: 390.5 }));

  await open(page, `/management/reports?q=${encodeURIComponent(name)}`, "Reports");
  const selected = page.getByLabel(`Select ${name}`);
  await selected.check();
  await page.getByRole("button", { name: "Hide 1 report" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hide 1 report" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Hidden");
  // The list refreshes by itself before the action has ended and the selection is cleared.
  await expect(selected).not.toBeChecked();
  await selected.check();
  await page.getByRole("button", { name: "Delete 1 report" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delete 1 report" }).click();
  await expect(page.getByText("No report matches")).toBeVisible();
});
