import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/dashboard.ts";
import "../../locales/en/audit.ts";
import "../../locales/en/records.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { Activity } from "./Activity.tsx";

const mira = "mira@tonneline.example";

it.each([
  [mira, "document.delete", `${mira} deleted a document of Mangroves`],
  [mira, "image.order", `${mira} sorted the images of Mangroves`],
  [mira, "project.delete", `${mira} deleted Mangroves`],
  [null, "project.change", "The system changed Mangroves"],
])("says that %s did to a project what %s is", async (actor, action, sentence) => {
  const entry = {
    id: 1,
    at: new Date().toISOString(),
    actor,
    action,
    thingType: "project",
    thingId: "3",
    thingName: "Mangroves",
  };
  const answer = () => Response.json({ content: [entry], totalElements: 1 });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/audit": answer }));
  showPage(Activity);
  const thing = await screen.findByText("Mangroves");
  expect(thing.parentElement).toHaveTextContent(sentence);
  vi.unstubAllGlobals();
});
