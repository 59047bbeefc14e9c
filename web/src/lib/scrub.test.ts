import { expect, test } from "vitest";
import { tokenFor } from "../test/tokens.ts";
import { scrub } from "./scrub.ts";

test("passwords and tokens are removed, whatever their key and position", () => {
  const report = {
    message: `Bearer ${tokenFor()} refused`,
    request: { url: "https://market.example/password-reset?token=a1-b2&expireAt=17" },
    breadcrumbs: [{ data: { to: "/registration/verify?token=a1-b2", status: 200 } }],
    body: { username: "buyer@demo.example", currentPassword: "old one", password: "new one" },
    pair: { authToken: tokenFor(), refreshToken: "first" },
    headers: { Authorization: "Basic x" },
  };
  expect(scrub(report)).toEqual({
    message: "Bearer [Filtered] refused",
    request: { url: "https://market.example/password-reset?token=[Filtered]&expireAt=17" },
    breadcrumbs: [{ data: { to: "/registration/verify?token=[Filtered]", status: 200 } }],
    body: {
      username: "buyer@demo.example",
      currentPassword: "[Filtered]",
      password: "[Filtered]",
    },
    pair: { authToken: "[Filtered]", refreshToken: "[Filtered]" },
    headers: { Authorization: "[Filtered]" },
  });
});

test("everything else is unchanged", () => {
  const client = new (class Client {
    password = "its own business";
  })();
  const report = { client, count: 3, none: null, text: "A token of 5 t", list: [true, "x=1"] };
  expect(scrub(report)).toEqual(report);
  expect(scrub(report).client).toBe(client);
});
