import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { storeTokens } from "../../lib/session.ts";
import { paths } from "../../lib/paths.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";

test.each([
  ["/management/nowhere", ["orders:read"], "Management", paths.management],
  ["/management/nowhere", [], "Go to the marketplace", paths.spot],
  ["/nowhere", ["orders:read"], "Go to the marketplace", paths.spot],
])("an unknown path %s leads users with %j to: %s", async (address, permissions, name, to) => {
  storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
  showPage(NotFoundPage, address);
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", to);
});
