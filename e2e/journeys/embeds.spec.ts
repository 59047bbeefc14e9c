import type { Page } from "@playwright/test";
import { test } from "./product.ts";
import { apiOf, aProjectOnSale, enter, expect } from "./shop.ts";

const admin = "admin@demo.example";
const video = "dQw4w9WgXcQ";

/** Instead of the sites themselves. */
async function playSites(page: Page): Promise<void> {
  const body = "<!doctype html><title>Player</title><p>Film of elsewhere</p>";
  await page.route(/^https:\/\//, (route) => route.fulfill({ contentType: "text/html", body }));
}

test("A video plays in the page while its site is in the settings, and is a link afterwards", async ({
  page,
}) => {
  const api = await apiOf(page.request, admin);
  const { id } = await aProjectOnSale(page.request, 0);
  const { version } = await api.get(`/management/projects/${id}`);
  await api.patch(`/management/projects/${id}`, { version, youtubeVideos: [video] });
  await playSites(page);
  await enter(page, admin);
  await page.goto(`/marketplace/${id}`);
  await page.getByRole("button", { name: "Play video" }).click();
  const frame = page.frameLocator(`iframe[src*="www.youtube-nocookie.com/embed/${video}"]`);
  await expect(frame.getByText("Film of elsewhere")).toBeVisible();

  await page.goto("/management/settings");
  const section = page.getByRole("region", { name: "Embedded pages" });
  const hosts = section.getByLabel("Names of sites, one a line");
  await expect(hosts).toHaveValue("www.youtube-nocookie.com\nwww.openstreetmap.org");
  await hosts.fill("https://www.youtube-nocookie.com");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText(/^Enter names of public sites/).first()).toBeVisible();
  await hosts.fill("www.openstreetmap.org");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Embedded pages: saved.")).toBeVisible();

  await page.goto(`/marketplace/${id}`);
  const link = page.getByRole("link", { name: /^Open at www\.youtube\.com/ });
  await expect(link).toHaveAttribute("href", `https://www.youtube.com/watch?v=${video}`);
  await expect(page.getByRole("button", { name: "Play video" })).toBeHidden();
});
