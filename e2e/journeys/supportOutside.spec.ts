import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, enter, test as shopTest } from "./shop.ts";
import { startProduct, type Product } from "./product.ts";

/** A page with a form that tells the window around it what HubSpot's embeds tell. */
const form = `<!doctype html><html lang="en"><title>Form</title><body>
<p id="given"></p><button id="send">Submit</button><button id="other">Say something else</button>
<script>
  const say = (eventName) => parent.postMessage({ type: "hsFormCallback", eventName, id: "f00d" }, "*");
  document.getElementById("given").textContent = new URLSearchParams(location.search).toString();
  document.getElementById("send").onclick = () => { say("onFormSubmit"); say("onFormSubmitted"); };
  document.getElementById("other").onclick = () => say("onFormSubmit");
  if (!location.search.includes("silent")) say("onFormReady");
</script>`;

interface Outside {
  /** Where the form and the booking page are. */
  formOrigin: string;
  product: Product;
}

/** A product that is told of a form and a booking page on another origin. */
const test = shopTest.extend<object, { outside: Outside }>({
  outside: [
    // oxlint-disable-next-line no-empty-pattern -- the library asks for a pattern
    async ({}, use) => {
      const forms = createServer((_request, response) => {
        response.setHeader("content-type", "text/html").end(form);
      });
      await new Promise<void>((resolve) => forms.listen(0, "127.0.0.1", resolve));
      const formOrigin = `http://127.0.0.1:${(forms.address() as AddressInfo).port}`;
      const product = await startProduct({
        CONTACT_FORM_URL: `${formOrigin}/contact?portal=7`,
        MEETING_URL: `${formOrigin}/meeting`,
      });
      await use({ formOrigin, product });
      await product.stop();
      forms.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ outside }, use) => use(`http://127.0.0.1:${outside.product.port}`),
});

// One product of its own for all of them: its start costs more than they do.
test.describe.configure({ mode: "default" });

test("The configured form is filled in, shown in the dialog, and closes it when it was sent", async ({
  page,
}) => {
  await enter(page);
  await page.goto("/cart");
  await page.getByRole("button", { name: "Support" }).click();
  const dialog = page.getByRole("dialog", { name: "Support" });
  const frame = page.frameLocator('iframe[title="Contact form"]');
  await expect(dialog.getByRole("status")).toBeHidden();
  const given = new URLSearchParams(await frame.locator("#given").innerText());
  expect(Object.fromEntries(given)).toEqual({
    portal: "7",
    firstname: "Ilse",
    lastname: "Varendonk",
    email: "buyer@demo.example",
    topic: "General Question",
  });

  // What comes from elsewhere, or says something else, changes nothing.
  await page.evaluate(() =>
    window.postMessage({ type: "hsFormCallback", eventName: "onFormSubmitted" }, "*"),
  );
  await frame.getByRole("button", { name: "Say something else" }).click();
  await page.waitForTimeout(500);
  await expect(dialog).toBeVisible();

  await frame.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Your message is sent. We answer by email.")).toBeVisible();
});

test("Another page in a frame of the same form's window cannot close the dialog", async ({
  page,
  outside,
}) => {
  await enter(page);
  await page.goto("/cart");
  await page.getByRole("button", { name: "Support" }).click();
  const dialog = page.getByRole("dialog", { name: "Support" });
  await expect(dialog.getByRole("status")).toBeHidden();
  // The right origin, but a frame that is not the form's.
  await page.evaluate(
    (origin) =>
      new Promise((resolve) => {
        const stranger = document.createElement("iframe");
        stranger.title = "Stranger";
        stranger.src = `${origin}/other`;
        stranger.onload = resolve;
        document.body.append(stranger);
      }),
    outside.formOrigin,
  );
  await page.frameLocator('iframe[title="Stranger"]').locator("#send").dispatchEvent("click");
  await page.waitForTimeout(500);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("A meeting is booked at the configured page, in another tab", async ({
  page,
  context,
  outside,
}) => {
  await page.goto("/book-demo");
  const [visitors] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: /Choose a time/ }).click(),
  ]);
  await expect(visitors).toHaveURL(`${outside.formOrigin}/meeting`);

  await enter(page);
  await page.goto("/marketplace/financing");
  await page
    .getByRole("button", { name: /^Finance this project/ })
    .first()
    .click();
  const [members] = await Promise.all([
    context.waitForEvent("page"),
    page
      .getByRole("dialog")
      .getByRole("link", { name: /Book a meeting!/ })
      .click(),
  ]);
  await expect(members).toHaveURL(`${outside.formOrigin}/meeting`);
  await expect(page.getByRole("dialog", { name: "Finance this project" })).toBeVisible();
});
