import { expect, type Page } from "@playwright/test";

/** Counts the scripts requested by a page from now on that contain the passkey library, recognized by a text only it has. */
export function passkeyLibraries(page: Page): () => Promise<number> {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) scripts.add(request.url());
  });
  return async () => {
    const texts = await Promise.all(
      [...scripts].map(async (url) => (await page.request.get(url)).text()),
    );
    expect(texts.length).toBeGreaterThan(0);
    return texts.filter((text) => text.includes("WebAuthn is not supported in this browser"))
      .length;
  };
}
