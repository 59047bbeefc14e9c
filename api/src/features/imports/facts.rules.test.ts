import { expect, test } from "vitest";
import { factsOf } from "./facts.rules.ts";

const row: Parameters<typeof factsOf>[0] = {
  name: "Mangroves",
  registry: "VCS",
  registryUrl: "https://registry.example/1",
  status: "Registered",
  complianceStatus: "ARB Terminated",
  developer: "Kilima",
  verifier: "Auditors",
  type: "Wetland Restoration",
  methodology: "VM0033",
  country: "KE",
  impactType: "REMOVAL_SHORT",
  certifications: "CCB-Gold; unknown",
  methodologyVersion: "2.1",
  siteLocation: "",
  registeredOn: "2021-12-20",
  firstVintageYear: 2020,
  bufferPool: null,
};

test("The facts of a project are those of its row, with its labels parsed", () => {
  expect(factsOf(row)).toEqual({
    name: "Mangroves",
    registry: "VCS",
    registryUrl: "https://registry.example/1",
    status: "Registered",
    stage: "ACTIVE",
    developer: "Kilima",
    auditor: "Auditors",
    type: "Wetland Restoration",
    methodology: "VM0033",
    countries: ["KE"],
    impactType: "REMOVAL_SHORT",
    labels: [{ kind: "CCB", detail: "Gold" }],
    methodologyVersion: "2.1",
    siteLocation: "",
    registeredOn: "2021-12-20",
    firstVintageYear: 2020,
    bufferPool: null,
  });
});

test("A compliance project has the status of its programme", () => {
  expect(factsOf({ ...row, status: "" })).toMatchObject({
    status: "ARB Terminated",
    stage: "CLOSED",
  });
});

test("A project without a country has none", () => {
  expect(factsOf({ ...row, country: null }).countries).toEqual([]);
});
