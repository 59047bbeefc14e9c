import { fireEvent, screen } from "@testing-library/react";
import type { Project } from "@tonneline/contract/catalogue";
import { beforeEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { vintage } from "../../test/vintage.ts";
import { ProjectDetails } from "./ProjectDetails.tsx";
import "../../locales/en/catalogue.ts";
import "../../locales/en/hearts.ts";
import "../../locales/en/projectPage.ts";

const { Documents, EvidenceSections, Nothing } = vi.hoisted(() => ({
  Documents: vi.fn(() => null),
  EvidenceSections: vi.fn(() => null),
  Nothing: () => null,
}));
vi.mock("./Documents.tsx", () => ({ Documents }));
vi.mock("../evidence/EvidenceSections.tsx", () => ({ default: EvidenceSections }));
vi.mock("../evidence/RegistryStrip.tsx", () => ({ default: Nothing }));
vi.mock("./SimilarProjects.tsx", () => ({ SimilarProjects: Nothing }));
vi.mock("./FillBar.tsx", () => ({ FillBar: Nothing }));
vi.mock("./ProjectHead.tsx", () => ({ ProjectHead: Nothing }));
vi.mock("./Gallery.tsx", () => ({ Gallery: Nothing }));
vi.mock("./FactsPanel.tsx", () => ({ FactsPanel: Nothing }));
vi.mock("./SectionTabs.tsx", () => ({ SectionTabs: Nothing }));

const project = {
  id: 7,
  name: "Mangroves",
  status: { id: "AVAILABLE", name: "Available" },
  categories: ["CREDIT_SALE"],
  vintages: [vintage],
  financingDetails: null,
  sponsoringDetails: null,
  description: "",
  sustainableDevelopmentGoals: [],
  countries: [],
  embedUrl: null,
  youtubeVideos: [],
  labels: [],
  reports: [],
  documents: [{ id: 1 }],
  changes: [],
} as unknown as Project;

beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/company": () => Response.json({ role: "BUYER", blocked: false, members: [] }),
      "GET /api/v1/me/cart/deprecated": () => Response.json({ projects: [], reports: [] }),
      "GET /api/v1/projects/7/evidence": () => Response.json({ vintages: [] }),
    }),
  );
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
  return clearTokens;
});

test("A quantity that is typed changes the button, and renders no section below again", async () => {
  showPage(() => <ProjectDetails project={project} />);
  const field = await screen.findByRole("textbox", { name: "Tonnes of vintage 2023" });
  await vi.waitFor(() => expect(EvidenceSections).toHaveBeenCalled());
  expect(Documents).toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "1" } });
  await screen.findByDisplayValue("1");
  for (const section of [Documents, EvidenceSections]) section.mockClear();
  fireEvent.change(field, { target: { value: "12" } });
  expect(screen.getAllByText("€240.00")).not.toEqual([]);
  expect(Documents).not.toHaveBeenCalled();
  expect(EvidenceSections).not.toHaveBeenCalled();
});
