import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import * as toasts from "../../ui/toast.tsx";
import { ImportsPage } from "./ImportsPage.tsx";

test("A new import whose response is lost shows up in the list", async () => {
  const started: object[] = [];
  const fresh = { id: 41, status: "DRAFT", files: {}, imported: null, checked: null };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/imports": () =>
        Response.json({ content: started, totalElements: started.length, counts: {} }),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
      "POST /api/v1/management/imports": () => {
        started.push({ ...fresh, createdAt: "2026-03-01T12:00:00Z", createdBy: "Ada V" });
        return Promise.reject(new TypeError("Failed to fetch"));
      },
    }),
  );
  const toasted = vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  storeTokens({ authToken: tokenFor({ permissions: ["projects:write"] }), refreshToken: "r" });
  showPage(ImportsPage, "/management/projects/import");
  fireEvent.click(await screen.findByRole("button", { name: "New import" }));
  expect(await screen.findByText("Ada V")).toBeVisible();
  expect(toasted).toHaveBeenCalledWith(expect.objectContaining({ tone: "bad" }));
  // Its path is under theirs, but it is a different page.
  expect(screen.getByRole("link", { name: "See the projects" })).not.toHaveAttribute(
    "aria-current",
  );
  clearTokens();
});
