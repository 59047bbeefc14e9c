import { expect, expectAccessible, logInDirectly, test } from "./shop.ts";

const operator = "admin@demo.example";

test("An operator reads a mail as it was sent, follows its link, and sends it again", async ({
  page,
  request,
}) => {
  const username = `mailed-${Date.now()}@company.example`;
  const person = { username, password: "granite-lantern-47", firstName: "Ida", lastName: "Berg" };
  expect((await request.post("/api/v1/auth/register", { data: person })).status()).toBe(201);
  await logInDirectly(page, operator);
  await page.goto("/management/mails");
  await expect(page.getByRole("heading", { level: 1, name: "Emails" })).toBeVisible();
  await page.getByRole("searchbox").fill(username);
  // A change of the list clears the selection.
  await expect(page).toHaveURL(/q=mailed/);
  await expect(page.getByRole("row")).toHaveCount(2);
  const row = page.getByRole("row").filter({ hasText: username });
  await expect(row).toContainText("Sent");
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Send 1 again" }).click();
  const confirmDialog = page.getByRole("dialog", { name: "Send one email again" });
  await confirmDialog.getByRole("button", { name: "Send 1 again" }).click();
  await expect(confirmDialog).toBeHidden();

  await row.getByRole("link", { name: "Verify your email address" }).press("Enter");

  const reader = page.getByRole("region", { name: /^Email \d+$/ });
  await expect(reader.getByRole("heading", { level: 2 })).toBeFocused();
  const mailFrame = reader.frameLocator("iframe");
  await expect(mailFrame.getByRole("heading", { level: 1 })).toHaveText(
    "Verify your email address",
  );
  await reader.getByRole("button", { name: "Plain text" }).click();
  await expect(reader.getByRole("region", { name: "Plain text" })).toContainText(
    "Please confirm that it is yours",
  );
  // Excludes the mail itself: its frame runs no scripts, not even the checker's.
  await expectAccessible(page);
  await reader.getByRole("button", { name: "As sent" }).click();
  const [verified] = await Promise.all([
    page.waitForEvent("popup"),
    mailFrame.getByRole("link", { name: "Verify email address" }).click(),
  ]);
  await verified.waitForURL(/\/(book-demo|marketplace|registration)/);
  await verified.close();

  await reader.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("One email is on its way again.")).toBeVisible();
  await expect(row).toContainText("Sent");

  await reader.getByRole("button", { name: "Close the email" }).click();
  await expect(reader).toBeHidden();
  await expect(row.getByRole("link", { name: "Verify your email address" })).toBeFocused();
  await expectAccessible(page);
});
