import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";
import { paths } from "../../lib/paths.ts";
import { storeTokens } from "../../lib/session.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { KeySheet } from "../../ui/table/KeySheet.tsx";
import OperatorKeys from "./OperatorKeys.tsx";

const permissions = ["orders:read", "retirements:read", "users:read", "projects:read"];
const places = [
  ["h", "the overview", paths.managementDashboard],
  ["o", "orders", paths.managementOrders],
  ["r", "reminders", paths.managementReceivables],
  ["t", "retirements", paths.managementRetirements],
  ["s", "support requests", paths.managementSupport],
  ["b", "the bank", paths.managementBank],
  ["c", "companies", paths.managementCompanies],
  ["u", "users", paths.managementUsers],
  ["p", "projects", paths.managementProjects],
] as const;

test.each(places)("g and %s lead to %s", async (key, _name, path) => {
  storeTokens({ authToken: tokenFor({ permissions: [...permissions] }), refreshToken: "r" });
  const history = createMemoryHistory({ initialEntries: ["/management/settings"] });
  showPage(() => <OperatorKeys />, "", history);
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: "g" });
    fireEvent.keyDown(document.body, { key });
    expect(history.location.pathname).toBe(path);
  });
});

test("The sheet of keys lists all of these, and no others", async () => {
  showPage(() => <KeySheet selectable forOperators actions={[]} onClose={() => {}} />);
  const terms = await screen.findAllByText(/^Go to /);
  const listed = terms.map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
  expect(listed.toSorted()).toEqual(
    places.map(([key, name]) => `Go to ${name} g${key}`).toSorted(),
  );
});
