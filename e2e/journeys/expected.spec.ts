import { aBuyer } from "./people.ts";
import {
  apiOf,
  buyer,
  expect,
  expectAccessible,
  fillDetails,
  logInDirectly,
  test,
} from "./shop.ts";

/** A demonstration project with issued and expected credits on sale. */
async function aProjectWithBoth(request: Parameters<typeof apiOf>[0]) {
  const api = await apiOf(request, buyer);
  const { content } = await api.get(
    "/projects?creditType=EX_ANTE&status=AVAILABLE&sort=availableCredits,desc&size=20",
  );
  const { id } = content.find(
    (each: { creditTypes: string[]; expectedDelivery: unknown }) =>
      each.creditTypes.length === 2 && each.expectedDelivery !== null,
  );
  const project = await api.get(`/projects/${id}`);
  const expected = project.vintages.find(
    (each: { creditType: { id: string }; availableCredits: number }) =>
      each.creditType.id === "EX_ANTE" && each.availableCredits >= 20,
  );
  const [year, quarter] = expected.expectedDelivery.split("-");
  return {
    path: `/marketplace/${id}`,
    year: expected.year as number,
    tag: `Expected ${quarter} ${year}`,
  };
}

test("A buyer orders expected credits with open eyes", async ({ page, request }) => {
  const { path, year, tag } = await aProjectWithBoth(request);
  await logInDirectly(page, await aBuyer(request));
  await page.goto(path);

  await expect(
    page.getByRole("rowheader", { name: /^Issued Issued by the registry/ }),
  ).toBeVisible();
  await expect(
    page.getByRole("rowheader", { name: /Cannot be retired or claimed until/ }),
  ).toBeVisible();
  await expect(page.getByText(tag, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^\d+ of 14 facts known\.$/)).toBeVisible();
  await expect(page.getByRole("region", { name: "By vintage year" })).toContainText("Total");
  await expectAccessible(page);

  await page.getByLabel(`Tonnes of vintage ${year}`).fill("20");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByText("20 t in your cart").first()).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByText(tag, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Continue to invoice details" }).click();
  await fillDetails(page);
  await page.getByRole("button", { name: "Continue to review" }).click();

  // The order requires the box that says what expected credits are not.
  await page.getByRole("checkbox", { name: /I accept the sales terms/ }).check();
  const order = page.getByRole("button", { name: /^Place order · €/ });
  await order.click();
  await expect(page.getByText("Tick this to order expected credits.")).toBeVisible();
  const acknowledgement = page.getByRole("checkbox", { name: /20.t of this order are expected/ });
  await expect(acknowledgement).toBeFocused();
  await acknowledgement.check();
  await order.click();
  await expect(page.getByRole("heading", { name: /^Order \d+ is placed$/ })).toBeVisible();
  await page.getByRole("link", { name: "View order" }).click();
  await expect(page.getByRole("cell", { name: tag })).toBeVisible();
});
