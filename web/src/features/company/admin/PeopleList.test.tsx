import type { CompanyRecord } from "@tonneline/contract/companies";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../../locales/en/companies.ts";
import "../../../locales/en/company.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { PeopleList } from "./PeopleList.tsx";

const person = (userId: number, firstName: string, blocked: boolean, admitted = true) => ({
  userId,
  username: `${firstName}@brennvik.example`,
  firstName,
  lastName: "Aalders",
  role: blocked ? "OWNER" : "BUYER",
  blocked,
  admitted,
  lastLoginAt: null,
});
const orphaned = {
  id: 5,
  name: "Brennvik",
  ownerName: null,
  people: [person(1, "Femke", true), person(2, "Jonas", false), person(3, "Ida", false, false)],
  invitations: [],
} as unknown as CompanyRecord;

it("makes a member who can act for the company owner if no owner can, with a reason", async () => {
  const onRequest = vi.fn<(body: unknown) => void>();
  vi.stubGlobal(
    "fetch",
    serverOf({
      "POST /api/v1/management/companies/5/owner": (_, init) => {
        onRequest(JSON.parse(String(init?.body)));
        return Response.json(orphaned);
      },
    }),
  );
  showPage(() => <PeopleList company={orphaned} canWrite />);
  expect(await screen.findAllByRole("button")).toHaveLength(1);
  expect(screen.getByText("not admitted")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Make owner: Jonas Aalders" }));
  const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Make owner" }));
  expect(await screen.findByText(/Jonas Aalders is notified by email/)).toBeInTheDocument();
  confirm();
  expect(await screen.findByText(/Enter a reason/)).toBeInTheDocument();
  expect(onRequest).not.toHaveBeenCalled();
  const reason = "Its owner left the firm";
  fireEvent.change(screen.getByRole("textbox"), { target: { value: reason } });
  confirm();
  await expect.poll(() => onRequest.mock.calls).toEqual([[{ userId: 2, reason }]]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

it.each([
  ["an owner can act", { ...orphaned, ownerName: "Femke Aalders" }, true],
  ["the operator only reads", orphaned, false],
])("does not offer to make anybody owner if %s", async (_when, company, canWrite) => {
  showPage(() => <PeopleList company={company} canWrite={canWrite} />);
  expect(await screen.findByText("Jonas Aalders")).toBeInTheDocument();
  expect(screen.queryByRole("button")).toBeNull();
});
