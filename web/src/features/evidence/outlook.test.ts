import type { Project } from "@tonneline/contract/catalogue";
import { expect, test } from "vitest";
import { expectedVintages } from "./outlook.ts";

const vintage = (year: number, expectedDelivery: string | null, state: string | null) => ({
  year,
  expectedDelivery,
  deliveryState: state && { id: state, name: state },
});
const years = (status: string, vintages: object[]) =>
  expectedVintages({ status: { id: status }, vintages } as unknown as Project).map(
    ({ year }) => year,
  );

test("all vintages ever expected are shown, next delivery first and those without a date last", () => {
  const vintages = [
    vintage(2028, null, "ON_SCHEDULE"),
    vintage(2027, "2028-Q4", "LATE"),
    vintage(2026, "2028-Q4", "ON_SCHEDULE"),
    vintage(2025, "2026-Q1", "DELIVERED"),
    vintage(2020, null, null),
  ];
  expect(years("AVAILABLE", vintages)).toEqual([2025, 2026, 2027, 2028]);
  expect(years("COMING_SOON", vintages)).toEqual([]);
});
