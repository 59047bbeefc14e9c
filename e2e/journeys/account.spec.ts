import type { Page } from "@playwright/test";
import { mailedLink } from "./inbox.ts";
import { aBuyer, unusedEmail } from "./people.ts";
import { expect, logInDirectly, follow, password, test, expectResponsive } from "./shop.ts";

const newPassword = "harbour lights at dusk";

async function register(page: Page, username: string) {
  await page.goto("/registration");
  await page.getByLabel("First name").fill("Ilse");
  await page.getByLabel("Last name").fill("Varendonk");
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Create account" }).click();
}

async function submitCredentials(page: Page, username: string, pass: string) {
  await page.getByLabel("Email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(pass);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("A password is rated while it is typed; a weak one and a taken email are refused at their fields", async ({
  page,
}) => {
  await page.goto("/registration");
  const field = page.getByLabel("Password", { exact: true });
  const word = page.getByRole("status");
  await field.fill("password123");
  await expect(word).toHaveText("Weak");
  await field.fill(newPassword);
  await expect(word).toHaveText("Strong");
  await page.getByLabel("First name").fill("Ilse");
  await page.getByLabel("Last name").fill("Varendonk");
  await page.getByLabel("Work email").fill(unusedEmail());
  await field.fill("password123");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(field).toHaveAccessibleDescription(/too easy to guess/);
  await expect(page.getByText("Your password does not meet the requirements.")).toBeVisible();
  await field.fill("short");
  await field.blur();
  await expect(field).toHaveAccessibleDescription(
    /This field must contain at least 10 character\(s\)/,
  );

  const email = page.getByLabel("Work email");
  await email.fill("buyer@demo.example");
  await field.fill(newPassword);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(email).toHaveAccessibleDescription(
    /This email is already registered. Please use another email./,
  );
  await expect(email).toHaveValue("buyer@demo.example");
  await expect(field).toHaveValue(newPassword);
  await page.getByRole("alert").getByRole("button", { name: "Work email" }).click();
  await expect(email).toBeFocused();
});

test("A forgotten password is replaced by a link that works once", async ({ page }) => {
  const username = unusedEmail();
  await register(page, username);
  await expect(page).toHaveURL(/\/registration\/success/);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL(/\/password-reminder$/);
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(username);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page).toHaveURL(/\/password-reminder\/success/);
  await expect(
    page.getByText(
      `If an account exists for ${username}, we have sent a link. It works for 1 hour.`,
    ),
  ).toBeVisible();

  const link = await mailedLink(username, "/password-reset");
  await page.goto(link);
  const field = page.getByLabel("New password", { exact: true });
  await field.fill("password123");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(field).toHaveAccessibleDescription(/too easy to guess/);
  await field.fill("seven quiet herons");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/password-reset\/success$/);
  await expect(
    page.getByText("Your password is changed. All other sessions have ended."),
  ).toBeVisible();

  await page.goto(link);
  await field.fill("eight quiet herons");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toContainText("Invalid token. Please try again.");
  await expect(page.getByRole("link", { name: "Request a new link" })).toBeVisible();

  await page.goto("/login");
  await submitCredentials(page, username, "seven quiet herons");
  await expect(page).toHaveURL(/\/book-demo$/);
});

test("Too many wrong passwords, reminders, registrations and resets are stopped, with the time to wait", async ({
  page,
}) => {
  const username = unusedEmail();
  const token = `no-such-token-${username}`;
  const data = { username, password: newPassword, firstName: "Ilse", lastName: "Varendonk" };
  for (let attempt = 0; attempt < 5; attempt++) {
    await page.request.post("/api/v1/auth/password/remind", { data: { username } });
    await page.request.post("/api/v1/auth/register", { data });
  }
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.request.post("/api/v1/auth/password/reset", {
      data: { token, password: newPassword },
    });
  }
  for (let attempt = 0; attempt < 10; attempt++) {
    const wrongCredentials = { username, password: "a wrong password" };
    await page.request.post("/api/v1/auth/login", { data: wrongCredentials });
  }
  const rateLimitMessage = /Too many attempts. Please try again in \d+ minutes./;
  await page.goto("/login");
  await submitCredentials(page, username, "a wrong password");
  await expect(page.getByRole("alert")).toContainText(rateLimitMessage);
  await page.goto("/password-reminder");
  await page.getByLabel("Email").fill(username);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("alert")).toContainText(rateLimitMessage);
  await expect(page.getByLabel("Email")).toHaveValue(username);
  await register(page, username);
  await expect(page.getByRole("alert")).toContainText(rateLimitMessage);
  await page.goto(`/password-reset?token=${token}&expireAt=9999999999999`);
  const field = page.getByLabel("New password", { exact: true });
  await field.fill(newPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toContainText(rateLimitMessage);
  await expect(field).toHaveValue(newPassword);
  // The link itself may still be valid.
  await expect(page.getByRole("link", { name: "Request a new link" })).toBeHidden();
});

test("A buyer changes name, photo and password in the settings", async ({ page, request }) => {
  // A separate account: concurrent journeys log in with the demonstration's password at any moment.
  const username = await aBuyer(request);
  await logInDirectly(page, username);
  await page.goto("/user/settings");
  await expect(page).toHaveURL(/\/user\/settings\/details$/);
  await page.getByLabel("Last name").fill("Varendonk-Berg");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByRole("link", { name: /Ilse Varendonk-Berg/ })).toBeVisible();

  await page.locator("input[type=file]").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: Buffer.from("not a picture"),
  });
  await expect(page.getByRole("alert")).toContainText("We cannot use this picture.");
  await page.locator("input[type=file]").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await page.screenshot(),
  });
  const photo = page.getByRole("img", { name: "Your photo" });
  await expect(photo).toBeVisible();
  expect(
    await photo.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    ),
  ).toBe(256);
  await page.getByRole("button", { name: "Remove the photo" }).click();
  await expect(photo).toBeHidden();

  const requirement = page.getByText("At least 10 characters");
  await expect(requirement.filter({ visible: true })).toHaveCount(1);
  const present = page.getByLabel("Current password");
  await present.fill("not the password");
  await page.getByLabel("New password", { exact: true }).fill("seven quiet herons");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(present).toHaveAccessibleDescription("This is not your present password");
  await expect(page).toHaveURL(/\/user\/settings\/details$/);
  await present.fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();

  const logInWith = async (secret: string) => {
    const data = { username, password: secret };
    return (await request.post("/api/v1/auth/login", { data })).status();
  };
  expect([await logInWith("seven quiet herons"), await logInWith(password)]).toEqual([200, 401]);
});

test("The account screens fit and have no finding", async ({ page }) => {
  const pages = [
    "/login",
    "/registration",
    "/registration/success",
    "/registration/verify/expired",
    "/password-reminder",
    "/password-reminder/success",
    "/password-reset?token=t&expireAt=9999999999999",
    "/password-reset/success",
    "/password-reset/expired",
    "/book-demo",
  ];
  const look = async (path: string, change?: () => Promise<void>) => {
    await follow(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await change?.();
    const submit = page.locator("main form button[type=submit]").first();
    // A form with its errors shows more than one without.
    if ((await submit.count()) > 0) await submit.click();
    await expectResponsive(page);
  };
  for (const path of pages) await look(path);
  await logInDirectly(page);
  await look("/user/settings/details", () => page.getByLabel("First name").fill(""));
});
