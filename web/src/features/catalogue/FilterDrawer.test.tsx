import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { noSearch } from "./catalogue.search.ts";
import { FilterDrawer } from "./FilterDrawer.tsx";

test("is described by its title alone, and can be closed while a search is running", async () => {
  const onClose = vi.fn<() => void>();
  const never = new Promise<Response>(() => {});
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/projects/facets": () => never }));
  const projects = { isPlaceholderData: true, data: { pages: [{ totalElements: 12 }] } };
  const parts = { category: "CREDIT_SALE", search: noSearch, change: () => {} };
  const props = { ...parts, projects, opened: true, onClose } as unknown as Parameters<
    typeof FilterDrawer
  >[0];
  showPage(() => <FilterDrawer {...props} />);
  const button = await screen.findByRole("button", { name: "Show 12 projects" });
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(screen.getByRole("dialog", { name: "Filters" })).not.toHaveAttribute("aria-describedby");
  await userEvent.click(button);
  expect(onClose).toHaveBeenCalledOnce();
});
