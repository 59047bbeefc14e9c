import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { RecordTrail } from "./RecordTrail.tsx";

it("says by name who did what to a record", async () => {
  const at = "2026-11-20T09:30:00Z";
  const mira = { actor: "mira@tonneline.example", actorName: "Mira Okafor" };
  const activity = [
    { id: 2, at, action: "order.approve", ...mira },
    { id: 1, at, action: "order.remind", actor: null, actorName: null },
  ];
  const answer = () => Response.json({ notes: [], mails: [], colleagues: [], activity });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/records/orders/7": answer }));
  showPage(() => <RecordTrail type="order" id={7} canWrite={false} />);
  expect(await screen.findByText(/, Mira Okafor$/)).toBeInTheDocument();
  expect(screen.getByText(/, the system$/i)).toBeInTheDocument();
  expect(screen.queryByText(/mira@/)).toBeNull();
  vi.unstubAllGlobals();
});
