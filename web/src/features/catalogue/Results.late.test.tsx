import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { showPage } from "../../test/page.tsx";
import { parseSearch } from "./catalogue.search.ts";
import type { ListParts } from "./ProjectListPage.tsx";
import { Results } from "./Results.tsx";
import "../../locales/en/catalogue.ts";

vi.mock("./ProjectCard.tsx", () => ({
  ProjectCard: ({ project }: { project: { name: string } }) => project.name,
}));

afterEach(() => void vi.useRealTimers());

test("the cards of a newly opened list are laid out one after another", async () => {
  Object.assign(performance, { getEntriesByType: () => [{ type: "navigate" }] });
  const content = Array.from({ length: 24 }, (_, id) => ({ id, name: `Project ${id}` }));
  const parts = {
    category: "CREDIT_SALE",
    search: parseSearch(new URLSearchParams()),
    projects: { data: { pages: [{ content, totalElements: 24 }] } },
  } as unknown as ListParts;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  showPage(() => <Results {...parts} view="cards" />);
  const late = async (ms: number) => {
    await act(async () => void vi.advanceTimersByTime(ms));
    return screen.getAllByText(/^Project/).filter(({ className }) => className.includes("late"));
  };

  const atFirst = await late(0);
  expect(atFirst.map(({ textContent }) => textContent)).toEqual(
    content.slice(5).map(({ name }) => name),
  );
  expect(await late(100)).toHaveLength(15);
  expect(await late(400)).toEqual([]);
});
