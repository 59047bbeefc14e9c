import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { DirectoryEntry } from "@tonneline/contract/directory";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import type { ManagedUser } from "@tonneline/contract/people";
import type { ManagedProjectSummary } from "@tonneline/contract/projects";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { MergeManyDialog } from "../features/directory/MergeManyDialog.tsx";
import { DecisionDialog } from "../features/orders/admin/DecisionDialog.tsx";
import type { Decidable } from "../features/orders/admin/decisions.ts";
import { BlockManyDialog } from "../features/people/BlockManyDialog.tsx";
import { PartnerDialog } from "../features/people/PartnerDialog.tsx";
import { RuleDialog } from "../features/prices/RuleDialog.tsx";
import { ChangeProjectsDialog } from "../features/projects/admin/ProjectDialogs.tsx";
import { DeclineDialog } from "../features/retirements/admin/DeclineDialog.tsx";
import { serverOf } from "../test/network.ts";
import { showPage } from "../test/page.tsx";
import "../lib/i18n.ts";
import "../locales/en.ts";

const none = { content: [], totalElements: 0, totalPages: 0, number: 0, size: 20 };
beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/partners": () => Response.json(none),
      "GET /api/v1/management/auditors": () => Response.json(none),
    }),
  );
});

const rows = <Row,>() => [{ id: 1, name: "One" } as Row, { id: 2, name: "Two" } as Row];
const onClose = () => {};

it.each<[string, RegExp, () => ReactNode]>([
  [
    "orders are rejected",
    /^Reason/,
    () => <DecisionDialog decision="reject" orders={rows<Decidable>()} onClose={onClose} />,
  ],
  [
    "retirements are declined",
    /^Reason/,
    () => <DeclineDialog retirements={rows<ManagedRetirement>()} onClose={onClose} />,
  ],
  [
    "people are blocked",
    /^Reason/,
    () => <BlockManyDialog action="block" users={rows<ManagedUser>()} onClose={onClose} />,
  ],
  [
    "people get a partner",
    /^Partner/,
    () => <PartnerDialog users={rows<ManagedUser>()} onClose={onClose} />,
  ],
  [
    "projects get a status",
    /^New status/,
    () => (
      <ChangeProjectsDialog
        action="status"
        projects={rows<ManagedProjectSummary>()}
        onClose={onClose}
      />
    ),
  ],
  [
    "doubles are merged",
    /^Merge into/,
    () => <MergeManyDialog list="auditors" entries={rows<DirectoryEntry>()} onClose={onClose} />,
  ],
  ["prices change", /^How much/, () => <RuleDialog ids={[1, 2]} onClose={onClose} />],
])("the only field is marked and focused when %s without it", async (_, label, Dialog) => {
  showPage(Dialog);
  const field = await screen.findByLabelText<HTMLInputElement>(label, {
    selector: "input, select, textarea",
  });
  expect(field).toBeValid();
  fireEvent.submit(field.form!);
  await waitFor(() => expect(field).toBeInvalid());
  await waitFor(() => expect(field).toHaveFocus());
});
