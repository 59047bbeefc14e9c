import type { Page } from "@playwright/test";
import {
  apiOf,
  aProjectOnSale,
  buyer,
  expect,
  expectAccessible,
  logInDirectly,
  logIn,
  test,
  expectResponsive,
  follow,
} from "./shop.ts";

const operator = "admin@demo.example";
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });
const formOf = (page: Page) => page.frameLocator('iframe[title="Contact form"]');

/** The form once it has settled in its dialog: until then a click may miss it. */
async function waitForForm(page: Page) {
  await expect(page.locator('[aria-busy="false"] > iframe[title="Contact form"]')).toBeVisible();
  return formOf(page);
}

async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
  // The focus may be in the frame, whose own document then reports the element.
  const focused = () =>
    page.evaluate(() => {
      let element = document.activeElement;
      if (element instanceof HTMLIFrameElement) {
        element = element.contentDocument?.activeElement ?? null;
      }
      if (element?.tagName === "BODY") return "";
      const label = element?.ownerDocument.querySelector(`label[for="${element.id}"]`);
      const named = label ?? element;
      return named?.getAttribute("aria-label") ?? named?.textContent.trim() ?? "";
    });
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key);
    if ((await focused()).includes(name)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

test("With the keyboard alone a buyer writes to support, and an operator answers", async ({
  page,
}) => {
  await logInDirectly(page);
  // A reopened page starts at the top.
  await page.goto("/cart");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await tabTo(page, "Support");
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page, "Support");
  const form = formOf(page);
  // Esc closes the dialog from inside the form, and the focus returns.
  await expect(form.getByLabel("Message")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Support" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toBeHidden();
  await expect(form.getByLabel("First name")).toHaveValue("Ilse");
  await expect(form.getByLabel("Last name")).toHaveValue("Varendonk");
  await expect(form.getByLabel("Email")).toHaveValue(buyer);
  await expect(form.getByLabel("Topic")).toHaveValue("General Question");
  await expect(form.getByLabel("Message")).toBeFocused();
  await expectAccessible(page);

  // Too short: an error is shown, and the input is kept.
  await page.keyboard.type("Hi");
  await tabTo(page, "Send message");
  await page.keyboard.press("Enter");
  await expect(form.getByText("This field must contain at least 3 character(s)")).toBeVisible();
  await expect(form.getByText("Please correct one field:")).toBeVisible();
  await form.getByRole("button", { name: "Message", exact: true }).press("Enter");
  await expect(form.getByLabel("Message")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(", how long does an approval take?");
  await tabTo(page, "Send message");

  // Tab cycles within the dialog and its form, in both directions.
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await tabTo(page, "First name");
  await tabTo(page, "Close", "Shift+Tab");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await tabTo(page, "Send message", "Shift+Tab");
  await expect(form.getByRole("button", { name: "Send message" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Your message has been sent. We will reply by email.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Support" })).toBeFocused();

  await logInDirectly(page, operator);
  await page.goto("/management/support-requests");
  const row = page.getByRole("row").filter({ hasText: "Hi, how long does an approval take?" });
  await expect(row).toContainText("General Question");
  await row.getByRole("link").press("Enter");
  const drawer = page.getByRole("dialog", { name: /^Request \d+/ });
  await expect(drawer).toContainText(buyer);
  await drawer.getByLabel("Answer").fill("One working day.");
  await drawer.getByRole("button", { name: "Send answer" }).press("Enter");
  await expect(drawer.getByRole("listitem").last()).toContainText("One working day.");
  await drawer.getByLabel("Note").fill("A new customer.");
  await drawer.getByRole("button", { name: "Close request" }).press("Enter");
  await expect(drawer.getByRole("button", { name: "Open again" })).toBeVisible();
  await expect(drawer).toContainText("A new customer.");
  await page.keyboard.press("Escape");
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: /^Closed \d/ }).click();
  await expect(row).toContainText("Closed");
  await logInDirectly(page);

  // The answer appears on the buyer's page, where writing again reopens the question.
  await page.goto("/user/settings/support");
  await page.getByRole("row").filter({ hasText: "Hi, how long" }).getByRole("link").click();
  await expect(page.getByRole("listitem").filter({ hasText: "One working day." })).toBeVisible();
  await page.getByLabel("Write again").fill("Thank you!");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Thank you!" })).toBeVisible();
  await expectResponsive(page);
});

test("A question about a project names it, and so does one about its price, its sponsoring and a meeting", async ({
  page,
  request,
}) => {
  const project = await aProjectOnSale(request, 23);
  await logInDirectly(page);
  await page.goto(`/marketplace/${project.id}`);
  await page.getByRole("button", { name: "Ask about this project" }).click();
  const form = await waitForForm(page);
  await expect(form.getByLabel("Topic")).toHaveValue(project.name);
  await form.getByLabel("Message").fill("Is a site visit possible?");
  await form.getByRole("button", { name: "Send message" }).click();
  await expect(dialogOf(page, "Ask about this project")).toBeHidden();
  const api = await apiOf(request, operator);
  const { content } = await api.get("/management/support-requests?q=site%20visit");
  expect(content[0]).toMatchObject({
    topic: project.name,
    username: buyer,
    project: { id: project.id },
  });

  const onRequest = await api.get("/projects?status=CONTACT_REQUIRED&size=1");
  await page.goto(`/marketplace/${onRequest.content[0].id}`);
  await page.getByRole("button", { name: "Ask for a price" }).first().click();
  await expect(dialogOf(page, "Ask for a price")).toBeVisible();
  await expect((await waitForForm(page)).getByLabel("Topic")).toHaveValue(
    onRequest.content[0].name,
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await follow(page, "/marketplace/sponsoring");
  await page
    .getByRole("button", { name: /^Sponsor this project/ })
    .first()
    .click();
  const dialog = dialogOf(page, "Sponsor this project");
  await expect(dialog.getByText("or", { exact: true })).toBeVisible();
  await expect(formOf(page).getByLabel("Topic")).not.toHaveValue("General Question");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Book a meeting!" }).click();
  await expect(dialogOf(page, "Book a meeting")).toBeVisible();
  const meetingForm = await waitForForm(page);
  await expect(meetingForm.getByLabel("Topic")).toHaveValue("Book a demo");
  await meetingForm.getByLabel("Message").fill("Any morning next week, please.");
  await meetingForm.getByRole("button", { name: "Send message" }).click();
  await expect(dialogOf(page, "Book a meeting")).toBeHidden();
  const { content: requests } = await api.get("/management/support-requests?q=any%20morning");
  expect(requests[0].topic).toBe("Book a demo");
  expect(requests[0].project).not.toBeNull();
});

test("A visitor books a demo, and an operator finds it; whoever is being checked finds the form filled in", async ({
  page,
  request,
}) => {
  await page.goto("/book-demo");
  await page.getByLabel("First name").fill("Maren");
  await page.getByLabel("Last name").fill("Oltmanns");
  await page.getByLabel("Email").fill("maren");
  await page.getByLabel("Message").fill("We plan 2,000 t a year.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Please correct one field:")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("We plan 2,000 t a year.");
  await page.getByLabel("Email").fill("maren@oltmanns.example");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Your request has been sent.")).toBeVisible();
  const api = await apiOf(request, operator);
  const { content } = await api.get("/management/support-requests?q=oltmanns");
  expect(content[0]).toMatchObject({ topic: "Book a demo", username: null, status: "OPEN" });

  await logIn(page, "anonymous@demo.example");
  await expect(page.getByRole("heading", { name: "Your account is being checked" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("anonymous@demo.example");
  await expect(page.getByLabel("First name")).not.toHaveValue("");
  // Every other address redirects there.
  await page.goto("/cart");
  await expect(page).toHaveURL(/\/book-demo$/);
});

test("The form and the operators' list fit and have no finding, and several requests are closed at once", async ({
  page,
  request,
}) => {
  await page.goto("/support-form");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Please correct 4 fields:")).toBeVisible();
  await expectResponsive(page);

  await page.goto("/login");
  await page.getByRole("button", { name: "Support" }).click();
  await expect((await waitForForm(page)).getByLabel("First name")).toBeFocused();
  await expectResponsive(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  const body = { firstName: "Ilse", lastName: "V", topic: "T", message: "At all widths" };
  const sent = await request.post("/api/v1/support/requests", {
    data: { ...body, email: "axe@brennvik.example" },
  });
  expect(sent.status()).toBe(204);
  await logInDirectly(page, operator);
  await page.goto("/cart");
  await page.setViewportSize({ width: 768, height: 900 });
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("button", { name: "Support" }).click();
  await expect((await waitForForm(page)).getByLabel("Message")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.goto("/management/support-requests");
  await page
    .getByRole("checkbox", { name: /^Request \d+/ })
    .first()
    .check();
  await expectResponsive(page);
  await page.getByRole("row").nth(1).getByRole("link").click();
  await expect(page.getByRole("dialog").getByLabel("Note")).toBeVisible();
  await expectResponsive(page);

  for (const message of ["Bulk one", "Bulk two"]) {
    const sent = await request.post("/api/v1/support/requests", {
      data: {
        firstName: "Ilse",
        lastName: "Varendonk",
        email: "bulk@brennvik.example",
        topic: "General Question",
        message,
      },
    });
    expect(sent.status()).toBe(204);
  }
  await page.keyboard.press("Escape");
  await follow(page, "/management/support-requests?q=bulk%40brennvik");
  // Until the new rows come, the previous ones stay.
  await expect(page.getByRole("row")).toHaveCount(3);
  // A click next to the checkbox selects the row, too, rather than opening it.
  const box = page.getByRole("checkbox", { name: /^Request \d+$/ }).first();
  await page
    .getByRole("cell")
    .first()
    .click({ position: { x: 3, y: 3 } });
  await expect(box).toBeChecked();
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Close 2" }).click();
  const dialog = dialogOf(page, "Close 2 requests");
  await dialog.getByRole("button", { name: "Close 2" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /^Open 0/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Closed 2/ })).toBeVisible();
});
