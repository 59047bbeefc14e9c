import { projectQuery } from "@tonneline/contract/catalogue";
import { expect, test } from "vitest";
import { othersThan, similarQuery } from "./similar.ts";

test("similar projects share type and region and are on sale, cheapest first", () => {
  const projectType = { id: 26, name: "Improved Forest Management" };
  expect(projectQuery.parse(similarQuery({ projectType, continent: "Europe" }))).toMatchObject({
    projectType: [26],
    continent: ["Europe"],
    availableOnly: true,
    sort: [{ field: "price", direction: "asc" }],
    size: 6,
  });
  const anywhere = projectQuery.parse(similarQuery({ projectType, continent: null }));
  expect(anywhere.continent).toBeUndefined();
});

test("a project is not similar to itself, and at most five others are shown", () => {
  const found = [1, 2, 3, 4, 5, 6].map((id) => ({ id }));
  expect(othersThan(2, found).map(({ id }) => id)).toEqual([1, 3, 4, 5, 6]);
  expect(othersThan(9, found).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
});
