import { expect, test, vi } from "vitest";
import { loadChunk } from "./chunk.ts";

/** A network that can be switched on, and a chunk loaded over it. */
function aNetwork() {
  const isOn = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn(async () => {
    if (!navigator.onLine) throw new TypeError("Failed to fetch");
    return "the part";
  });
  return { isOn, load };
}

test("a chunk requested offline loads once online, with its style sheets", async () => {
  const { load, isOn } = aNetwork();
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/part.css">';
  const link = document.querySelector("link");
  const part = loadChunk(load);
  // By then it has failed and is waiting.
  await new Promise((resolve) => setTimeout(resolve));
  expect(load).toHaveBeenCalledOnce();
  isOn.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  expect(await part).toBe("the part");
  expect(document.querySelector("link")).not.toBe(link);
  expect(document.querySelector("link")!.getAttribute("href")).toBe("/assets/part.css");
  document.head.innerHTML = "";
  isOn.mockRestore();
});

test("a missing chunk is not retried", async () => {
  const load = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(loadChunk(load)).rejects.toThrow("Failed to fetch");
  expect(load).toHaveBeenCalledOnce();
});
