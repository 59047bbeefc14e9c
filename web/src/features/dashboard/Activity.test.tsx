import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/dashboard.ts";
import "../../locales/en/audit.ts";
import "../../locales/en/records.ts";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { Activity } from "./Activity.tsx";

const mira = "mira@tonneline.example";

function enterWith(...permissions: string[]) {
  storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
}

it.each([
  [mira, "document.delete", `Mangroves: document deleted by ${mira}`],
  [mira, "image.order", `Mangroves: images sorted by ${mira}`],
  [mira, "project.delete", `Mangroves: deleted by ${mira}`],
  [mira, "company.note", `Mangroves: note added by ${mira}`],
  [null, "project.change", "Mangroves: changed by the system"],
])("describes what %s did by the action %s", async (actor, action, sentence) => {
  const entry = {
    id: 1,
    at: new Date().toISOString(),
    actor,
    action,
    thingType: "project",
    thingId: "3",
    thingName: "Mangroves",
  };
  enterWith("audit:read", "projects:read");
  const response = () => Response.json({ content: [entry], totalElements: 1 });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/audit": response }));
  showPage(Activity);
  const thing = await screen.findByText("Mangroves");
  expect(thing.parentElement).toHaveTextContent(sentence);
});

it("links to what was affected only if the user may read it", async () => {
  const things = ["order", "retirement", "user", "support", "company", "project"];
  const content = things.map((thingType, id) => ({
    id,
    at: new Date().toISOString(),
    actor: mira,
    action: `${thingType}.change`,
    thingType,
    thingId: String(id),
    thingName: `the ${thingType}`,
  }));
  const response = () => Response.json({ content, totalElements: content.length });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/audit": response }));
  enterWith("audit:read", "users:read");
  showPage(Activity);
  await screen.findByText("the user");
  const feed = within(screen.getByRole("list"));
  const links = feed.getAllByRole("link").map((link) => link.textContent);
  expect(links).toEqual(["the user", "the support", "the company"]);
});
