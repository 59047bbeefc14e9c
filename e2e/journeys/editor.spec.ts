import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { aBuyer } from "./people.ts";
import {
  apiOf,
  expect,
  expectAccessible,
  logInDirectly,
  test,
  expectResponsive,
  untilNetworkIdle,
} from "./shop.ts";

const operator = "admin@demo.example";
const editor = "/management/projects/update";

let projectCount = 0;

/** Creates a project with one vintage that buyers see, through the API. */
async function aProject(request: APIRequestContext) {
  const api = await apiOf(request, operator);
  const choice = async (list: string) =>
    (await api.get(`/management/projects/choices?list=${list}&size=1`)).content[0].id as number;
  const name = `Estuary of Kwale ${process.pid}-${++projectCount}`;
  const created = await api.post("/management/projects", {
    name,
    description: "Three estuaries lost their mangroves.",
    registryId: await choice("registries"),
    projectDeveloperId: await choice("developers"),
    projectTypeId: await choice("projectTypes"),
    countries: ["KE"],
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: number };
  const vintage = await api.post(`/management/projects/${id}/vintages`, {
    year: 2022,
    impactType: "REMOVAL_SHORT",
    claimType: "CONTRIBUTION",
    creditType: "EX_POST",
    price: 28.4,
    credits: 500,
  });
  expect(vintage.status(), await vintage.text()).toBe(201);
  return { id, name };
}

/** Picks an option of a combobox by typing. */
async function pick(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).fill(text);
  await page.getByRole("option", { name: text, exact: true }).click();
}

/** Opens the editor of a project and waits for its form. */
async function openEditor(page: Page, { id, name }: { id: number; name: string }): Promise<void> {
  await page.goto(`${editor}?id=${id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();
const expectSaved = (page: Page) => expect(page.getByText("All changes are saved")).toBeVisible();

test("A project goes from nothing to a buyer's cart, where a new price shows within one poll", async ({
  page,
  browser,
  request,
}) => {
  const username = await aBuyer(request);
  const name = `Mangroves of Shimoni ${process.pid}`;
  const developer = `Pwani Blue Trust ${process.pid}`;
  const type = `Mangrove nursery ${process.pid}`;
  await logInDirectly(page, operator);
  await page.goto(editor);
  await expect(page).toHaveTitle("New project · Tonneline");

  await page.getByLabel("Name", { exact: true }).fill(name);
  await expect(page.getByRole("complementary").getByText(name)).toBeVisible();
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByText("Choose one from the list").first()).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Project type" })).toBeFocused();

  await page.getByRole("combobox", { name: "Project type" }).fill(type);
  await page.getByRole("option", { name: `Add “${type}”` }).click();
  await pick(page, "Registry", "Verra");
  await page.getByRole("combobox", { name: "Developer" }).fill(developer);
  await page.getByRole("option", { name: `Add “${developer}”` }).click();
  await page.getByRole("combobox", { name: "Countries" }).fill("Keny");
  await page.getByRole("option", { name: "Kenya" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^SDG 14 / }).click();
  await page.getByRole("button", { name: "Add vintage" }).click();
  await page.getByLabel("Year of vintage 2023").fill("2024");
  await page.getByLabel("Credits (t) of vintage 2024").fill("1,200");
  await page.getByLabel("Price €/t of vintage 2024").fill("31");
  await expect(page.getByRole("complementary").getByText("€31.00")).toBeVisible();
  // Chosen before the project exists and uploaded when it is first saved; one is removed again.
  const photo = { name: "estuary.jpg", mimeType: "image/jpeg" };
  const buffer = await page.screenshot({ type: "jpeg" });
  await page.getByLabel("Upload images").setInputFiles([
    { ...photo, buffer },
    { ...photo, name: "wrong.jpg", buffer },
  ]);
  await page.getByRole("button", { name: "Remove wrong.jpg" }).click();
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page).toHaveURL(/\/management\/projects\/update\?id=\d+$/);
  await expectSaved(page);

  const picture = page.getByRole("region", { name: "Images" }).getByRole("listitem").first();
  await expect(picture.locator("img")).toBeVisible();
  await picture.getByLabel("What image 1 shows").fill("An estuary at low tide");
  await page.keyboard.press("Tab");
  await expect(picture.getByRole("img", { name: "An estuary at low tide" })).toBeVisible();

  await page.getByRole("button", { name: "Add or withdraw credits of vintage 2024" }).click();
  const dialog = page.getByRole("dialog", { name: "Credits of vintage 2024" });
  await dialog.getByLabel("Tonnes").fill("300");
  await dialog.getByRole("button", { name: "Add credits" }).click();
  await expect(dialog.getByText("Enter a reason of at least 3 characters.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Second issuance of the registry");
  await dialog.getByRole("button", { name: "Add credits" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("table").getByText("1,500")).toBeVisible();

  await page.getByText("Visible", { exact: true }).click();
  await expect(page.getByText("1 unsaved change")).toBeVisible();
  await save(page);
  await expectSaved(page);

  const buyerPage = await (await browser.newContext()).newPage();
  await logInDirectly(buyerPage, username);
  await buyerPage.goto("/marketplace/spot");
  await buyerPage.getByRole("combobox", { name: "Search projects" }).fill(name);
  await buyerPage.getByRole("link", { name, exact: true }).first().click();
  await expect(buyerPage.getByRole("heading", { level: 1, name })).toBeVisible();
  await buyerPage.getByLabel("Tonnes of vintage 2024").first().fill("40");
  await buyerPage.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(buyerPage.getByText("40 t in your cart").first()).toBeVisible();
  await buyerPage.getByRole("link", { name: /Shopping cart 1 item/ }).click();
  await expect(buyerPage.getByRole("heading", { level: 1, name: "Shopping cart" })).toBeVisible();

  await page.reload();
  await expect(page.getByText("In 1 cart")).toBeVisible();
  await page.getByLabel("Price €/t of vintage 2024").fill("33.10");
  await expect(page.getByText("Price €/t of vintage 2024", { exact: true })).toBeVisible();
  await save(page);
  await expectSaved(page);
  const sentence = `${name} 2024 now costs €33.10 per tonne instead of €31.00.`;
  await expect(buyerPage.getByRole("main").getByText(sentence)).toBeVisible();
  await buyerPage.getByRole("button", { name: /^Notifications/ }).click();
  const panel = buyerPage.getByRole("dialog", { name: "Notifications" });
  await expect(panel.getByText("A price in your cart changed")).toBeVisible();
  await expect(panel.getByText(sentence)).toBeVisible();
  await buyerPage.close();
});

test("Two editors in conflict settle it field by field and lose nothing", async ({
  page,
  browser,
  request,
}) => {
  const project = await aProject(request);
  const other = await (await browser.newContext()).newPage();
  for (const each of [page, other]) {
    await logInDirectly(each, operator);
    await openEditor(each, project);
  }
  await page.getByLabel("Description").fill("Mine: two estuaries.");
  await page.getByLabel("Methodology", { exact: false }).first().fill("VM0033");
  await page.getByLabel("Price €/t of vintage 2022").fill("30");
  await other.getByLabel("Description").fill("Theirs: four estuaries.");
  await other.getByLabel("Price €/t of vintage 2022").fill("27.50");
  await other.getByLabel("Status at the registry").fill("Registered");
  await save(other);
  await expectSaved(other);

  await save(page);
  const dialog = page.getByRole("dialog", { name: "Somebody else has saved this project" });
  await expect(dialog).toBeVisible();
  const fact = (name: string) => dialog.getByRole("group", { name });
  const side = (name: string, which: string) => fact(name).getByRole("radio", { name: which });
  await expect(fact("Description")).toContainText("Mine: two estuaries.");
  await expect(fact("Description")).toContainText("Theirs: four estuaries.");
  await expect(side("Methodology", "Mine")).toBeChecked();
  await expect(side("Status at the registry", "Theirs")).toBeChecked();
  await expect(dialog.getByRole("button", { name: "Save this version" })).toBeDisabled();
  await expectAccessible(page);

  await dialog.getByRole("button", { name: "Back to the form" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Mine: two estuaries.");
  await save(page);
  await side("Description", "Mine").check();
  await side("Price €/t of vintage 2022", "Theirs").check();
  await dialog.getByRole("button", { name: "Save this version" }).click();
  await expect(dialog).toBeHidden();
  await expectSaved(page);

  const api = await apiOf(request, operator);
  const now = await api.get(`/management/projects/${project.id}`);
  expect(now).toMatchObject({
    description: "Mine: two estuaries.",
    methodology: "VM0033",
    registryStatus: "Registered",
  });
  expect(now.vintages[0].price).toBe(27.5);
  await other.close();
});

test("Unsaved changes survive a reload and are asked for on leaving", async ({ page, request }) => {
  const project = await aProject(request);
  await logInDirectly(page, operator);
  await openEditor(page, project);
  await page.getByLabel("Description").fill("Half a sentence");
  await page.getByLabel("Price €/t of vintage 2022").fill("cheap");
  await expect(page.getByText("2 unsaved changes")).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel("Description")).toHaveValue("Half a sentence");
  await expect(page.getByLabel("Price €/t of vintage 2022")).toHaveValue("cheap");

  await page.getByRole("button", { name: "Add label" }).click();
  await save(page);
  await expect(page.getByRole("alert").filter({ hasText: "Enter a number" })).toBeVisible();
  await expect(page.getByLabel("Price €/t of vintage 2022")).toBeFocused();

  await page.getByRole("link", { name: "Orders" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(new RegExp(`id=${project.id}$`));
  await expect(page.getByLabel("Description")).toHaveValue("Half a sentence");
  await page.getByRole("link", { name: "Orders" }).click();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await openEditor(page, project);
  await expect(page.getByLabel("Description")).toHaveValue("Three estuaries lost their mangroves.");

  await page.getByLabel("Add to the history").fill("Verified again");
  await page.getByRole("link", { name: "Orders" }).click();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Add to the history")).toHaveValue("Verified again");
});

test("The grid is filled with the keyboard alone, documents are named and put in order; the editor fits", async ({
  page,
  request,
}) => {
  const project = await aProject(request);
  await logInDirectly(page, operator);
  await openEditor(page, project);
  await test.step("The keyboard alone fills the grid", async () => {
    const focused = (name: string): Locator => page.getByLabel(name, { exact: true });
    await focused("Price €/t of vintage 2022").focus();
    await page.keyboard.press("Enter");
    await expect(focused("Year of vintage 2023")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("2025");
    await page.keyboard.press("Tab");
    await expect(focused("Credit type of vintage 2025")).toBeFocused();
    for (const column of ["Claim", "Impact", "Status", "Credits (t)"]) {
      await page.keyboard.press("Tab");
      await expect(focused(`${column} of vintage 2025`)).toBeFocused();
    }
    await page.keyboard.type("250");
    await page.keyboard.press("Tab");
    await page.keyboard.type("19,95");
    await expect(focused("Methodology of vintage 2025")).toBeHidden();
    await page.getByRole("button", { name: "Methodology, period and delivery" }).press("Enter");
    await focused("Methodology of vintage 2025").fill("VM0042");
    await save(page);
    await expectSaved(page);
    const api = await apiOf(request, operator);
    const { vintages } = await api.get(`/management/projects/${project.id}`);
    expect(vintages[0]).toMatchObject({
      year: 2025,
      price: 19.95,
      availableCredits: 250,
      methodology: "VM0042",
    });
  });

  const documents = page.getByRole("region", { name: "Documents" });
  const link = documents.getByRole("group", { name: "Add link" });
  await link.getByLabel("Name of the document").fill("Monitoring report 2024");
  await link.getByLabel("Address").fill("registry.example");
  await link.getByRole("button", { name: "Add link" }).click();
  await expect(link.getByText("Enter an address that begins with https://")).toBeVisible();
  await link.getByLabel("Address").fill("https://registry.example/report.pdf");
  await link.getByRole("button", { name: "Add link" }).click();
  await expect(documents.getByLabel("Name of document 1")).toHaveValue("Monitoring report 2024");

  const pdf = { name: "Design.pdf", mimeType: "application/pdf" };
  const upload = documents.getByLabel("Upload a PDF");
  await upload.setInputFiles({ ...pdf, buffer: Buffer.from("no PDF at all") });
  await expect(documents.getByText("This file is not a PDF. Please choose a PDF.")).toBeVisible();
  await upload.setInputFiles({ ...pdf, buffer: await page.pdf() });
  await expect(documents.getByLabel("Name of document 2")).toHaveValue(/^Design/);
  await documents.getByRole("button", { name: /^Move document Design.* up$/ }).click();
  await expect(documents.getByLabel("Name of document 1")).toHaveValue(/^Design/);
  await documents.getByRole("button", { name: "Remove document Monitoring report 2024" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove document" }).click();
  await expect(documents.getByLabel("Name of document 2")).toHaveCount(0);

  await page.getByLabel("Add to the history").fill("The registry has verified 2024.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "has verified 2024" })).toBeVisible();

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Delete ${project.name}` });
  await expect(dialog).toContainText("Vintage 2022, which has or had credits");
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeDisabled();

  for (const address of [`${editor}?id=${project.id}`, editor]) {
    await untilNetworkIdle(page, async () => void (await page.goto(address)));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Add label" }).click();
    await page.getByRole("button", { name: "Add video" }).click();
    await page.getByRole("switch", { name: /^Offer financing/ }).check();
    await page.getByRole("switch", { name: /^Offer sponsoring/ }).check();
    await expectResponsive(page);
    await page.getByRole("button", { name: "Discard" }).click();
  }
});

test("Who may read projects but not write them sees all of one and can change nothing", async ({
  page,
  request,
}) => {
  const project = await aProject(request);
  const reader = await aBuyer(request);
  const api = await apiOf(request, operator);
  const role = await api.post("/management/roles", {
    name: `Reader ${process.pid}`,
    permissions: ["projects:read"],
  });
  const { content } = await api.get(`/management/users?q=${encodeURIComponent(reader)}`);
  const { id: roleId } = (await role.json()) as { id: number };
  const { id, version } = content[0];
  expect((await api.patch(`/management/users/${id}`, { version, roleId })).ok()).toBe(true);

  await logInDirectly(page, reader);
  await openEditor(page, project);
  await expect(page.getByLabel("Description")).toHaveValue("Three estuaries lost their mangroves.");
  await expect(page.getByLabel("Price €/t of vintage 2022")).toHaveValue("28.40");
  // The choice of whose record to show is open to readers, too.
  const fields = page.getByRole("main").locator(":not([data-view])");
  for (const field of ["textbox", "combobox", "checkbox", "switch", "radio"] as const)
    for (const each of await page.getByRole("main").getByRole(field).and(fields).all())
      await expect(each).toBeDisabled();
  const actions = /save|discard|add|upload|remove|delete|create/i;
  await expect(page.getByRole("main").getByRole("button", { name: actions })).toHaveCount(0);
  await expectAccessible(page);
});
