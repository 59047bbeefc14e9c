import { expect, test } from "vitest";
import { avatarOf, storageKeyOf } from "./avatars.rules.ts";

test("A photo's address contains its key, from which its storage key is derived", () => {
  expect(avatarOf("image-webp/0f1e")).toBe("/api/v1/avatars/0f1e");
  expect(storageKeyOf("0f1e")).toBe("image-webp/0f1e");
});

test("Without a photo there is no address", () => {
  expect(avatarOf(null)).toBeNull();
});
