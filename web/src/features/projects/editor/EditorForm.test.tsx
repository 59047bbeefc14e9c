import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../../lib/session.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { tokenFor } from "../../../test/tokens.ts";
import { EditorPage } from "./EditorPage.tsx";

const SectionNav = vi.hoisted(() => vi.fn(() => null));
vi.mock("./SectionNav.tsx", () => ({ SectionNav }));

test("the name is in the heading as typed, and the sections are not rendered for it", async () => {
  vi.stubGlobal("fetch", serverOf({}));
  storeTokens({
    authToken: tokenFor({ permissions: ["projects:read", "projects:write"] }),
    refreshToken: "r",
  });
  showPage(EditorPage, "/");
  const name = await screen.findByRole("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: "Mangroves" } });
  // The first letter renders the form, as it is unsaved from then on.
  await screen.findByRole("heading", { level: 1, name: "Mangroves" });
  SectionNav.mockClear();
  fireEvent.change(name, { target: { value: "Mangroves of Gazi Bay" } });
  const heading = await screen.findByRole("heading", { level: 1 });
  expect(heading).toHaveTextContent("Mangroves of Gazi Bay");
  expect(SectionNav).not.toHaveBeenCalled();
  clearTokens();
});
