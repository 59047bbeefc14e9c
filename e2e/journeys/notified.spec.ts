import { aBuyer } from "./people.ts";
import { expect, logIn, password, test, apiOf } from "./shop.ts";

test("A changed password is in the panel, leads to support, and stays marked as read", async ({
  page,
  request,
}) => {
  const username = await aBuyer(request);
  const api = await apiOf(request, username);
  const next = "seven quiet herons at dusk";
  const changed = await api.post("/me/password", { currentPassword: password, password: next });
  expect(changed.status(), await changed.text()).toBe(204);

  await logIn(page, username, next);
  await page.getByRole("button", { name: /^Notifications ?1 unread/ }).click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  const item = panel.getByRole("listitem").filter({ hasText: "Your password was changed" });
  await expect(item).toContainText("If this was not you, contact us at once.");
  await item.getByRole("button", { name: "Contact support" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Support" })).toBeVisible();
  // Until it has settled in its dialog, a click may miss it.
  await expect(page.locator('[aria-busy="false"] > iframe[title="Contact form"]')).toBeVisible();
  const form = page.frameLocator('iframe[title="Contact form"]');
  await expect(form.getByLabel("Email")).toHaveValue(username);
  await form.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: /^Notifications/ }).click();
  await panel.getByRole("button", { name: /^Mark as read: Your password/ }).click();
  await expect(panel.getByText("No unread notifications")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  await expect(panel.getByText("No unread notifications")).toBeVisible();
  await expect(
    panel.getByRole("region", { name: "Read", exact: true }).getByRole("listitem"),
  ).toHaveCount(1);
});
