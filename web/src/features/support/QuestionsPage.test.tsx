import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { QuestionsPage } from "./QuestionsPage.tsx";

test("a long topic yields to the other columns, and is complete in its tooltip", async () => {
  const topic = "The certificates of all vintages of 2025, for our auditor. ".repeat(5).trim();
  const question = {
    id: 7,
    topic,
    message: "When do they come?",
    createdAt: "2026-03-02T09:30:00Z",
    status: "OPEN",
  };
  const page = { content: [question], totalElements: 1, counts: { OPEN: 1 } };
  vi.stubGlobal(
    "fetch",
    serverOf({ "GET /api/v1/me/support-requests": () => Response.json(page) }),
  );
  showPage(QuestionsPage);
  const cell = await screen.findByTitle(topic);
  expect(within(cell).getByRole("link", { name: topic })).toBeInTheDocument();
});
