import { logInDirectly, expect, expectResponsive, test } from "./shop.ts";

const now = Date.now();
const lindenau = { projectId: 1, projectName: "Lindenau Biochar", year: 2024 };
const notifications = [
  {
    id: 4,
    code: "order.approved",
    facts: { orderId: 10482, invoiceNumber: "2026-000147", total: 31707.55, dueOn: "2026-03-30" },
  },
  { id: 3, code: "cart.vintage.price.changed", facts: { ...lindenau, before: 158, after: 164 } },
  {
    id: 2,
    code: "portfolio.retirement.requested",
    facts: { ...lindenau, credits: 150, retirementId: 1 },
  },
  { id: 1, code: "order.paid", facts: { orderId: 10391, total: 1200 } },
].map((each) => ({ ...each, occuredAt: new Date(now - (5 - each.id) * 3_600_000).toISOString() }));

test("The panel tells what happened at every width, and what is read moves down", async ({
  page,
}) => {
  const read = new Set([1]);
  // The panel is tested with fixed notifications: the server's own come only with orders and retirements.
  await page.route("**/api/v1/me/notifications**", async (route) => {
    const { searchParams } = new URL(route.request().url());
    if (route.request().method() === "POST") {
      const id = searchParams.get("notificationId");
      for (const each of notifications)
        if (id === null || each.id === Number(id)) read.add(each.id);
      return await route.fulfill({ status: 204 });
    }
    const readFilter = searchParams.get("read") === "true";
    const content = notifications
      .filter(({ id }) => read.has(id) === readFilter)
      .map((each) => ({ ...each, read: readFilter }));
    const totalElements = content.length;
    await route.fulfill({ json: { content, last: true, totalElements } });
  });
  await logInDirectly(page);
  await page.goto("/cart");
  await page.getByRole("button", { name: /^Notifications ?3 unread/ }).click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  const unreadSection = panel.getByRole("region", { name: /^Unread/ });
  const readSection = panel.getByRole("region", { name: "Read", exact: true });
  await expect(unreadSection.getByRole("listitem")).toHaveCount(3);
  await expect(readSection.getByRole("listitem")).toHaveCount(1);
  await expectResponsive(page);

  // It works at the narrowest width, too.
  await page.setViewportSize({ width: 390, height: 900 });
  await unreadSection.getByRole("button", { name: /^Mark as read: A price/ }).click();
  await expect(readSection.getByRole("listitem").first()).toContainText("€164.00 per tonne");
  await panel.getByRole("button", { name: "Mark all as read" }).click();
  await expect(unreadSection).toContainText("No unread notifications");
  await expect(readSection.getByRole("listitem")).toHaveCount(4);
  await expect(readSection.getByRole("listitem").first()).toContainText("Order 10482 is approved");

  await readSection.getByRole("link", { name: "Open cart" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(panel).toBeHidden();

  // After a long absence there are more than the badge shows, and its bar still fits.
  const long = Array.from({ length: 100 }, (_, index) => ({
    ...notifications[3]!,
    id: 100 + index,
  }));
  notifications.push(...long);
  await page.reload();
  await expect(page.getByRole("button", { name: /^Notifications ?100 unread/ })).toBeVisible();
  await expectResponsive(page);
});
