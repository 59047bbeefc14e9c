// Not the watched test of shop.ts: refusals here are logged in the console, which elsewhere fails a journey.
import { expect, test } from "@playwright/test";

test("Markup that a script writes into the page is refused by the browser", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  const refused = await page.evaluate(() => {
    const element = document.createElement("div");
    const tries = [
      () => (element.innerHTML = "<img src=x onerror=alert(1)>"),
      () => new Worker("data:text/javascript,1"),
      () => document.createElement("script").setAttribute("src", "/assets/other.js"),
      () => new DOMParser().parseFromString("<b>x</b>", "text/html"),
    ];
    return tries.map((each) => {
      try {
        each();
        return "done";
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(refused).toEqual(["TypeError", "TypeError", "TypeError", "TypeError"]);
});
