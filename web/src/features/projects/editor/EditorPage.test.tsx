import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../../lib/session.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { tokenFor } from "../../../test/tokens.ts";
import { EditorPage } from "./EditorPage.tsx";

test.each([
  ["none", "This project does not exist"],
  ["12", "The project could not be loaded"],
])("the page of a project %s that cannot be shown has a heading", async (id, heading) => {
  const failed = () => Response.json({ code: "INTERNAL" }, { status: 500 });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/projects/12": failed }));
  showPage(EditorPage, `/?id=${id}`);
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(heading);
});

test("a read-only user is told so at the URL of a new project", async () => {
  storeTokens({ authToken: tokenFor({ permissions: ["projects:read"] }), refreshToken: "r" });
  showPage(EditorPage, "/");
  const heading = await screen.findByRole("heading", { level: 1 });
  expect(heading).toHaveTextContent("Your role does not include adding projects");
  expect(screen.queryByRole("textbox")).toBeNull();
  clearTokens();
});
