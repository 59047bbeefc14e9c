import { expect, test } from "vitest";
import { avatarOf, storageKeyOf } from "./avatars.rules.ts";

test("A photo has the address of its key, and its key is found again", () => {
  expect(avatarOf("image-webp/0f1e")).toBe("/api/v1/avatars/0f1e");
  expect(storageKeyOf("0f1e")).toBe("image-webp/0f1e");
});

test("Nobody's photo has no address", () => {
  expect(avatarOf(null)).toBeNull();
});
