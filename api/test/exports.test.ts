import { expect, test } from "vitest";
import { filesBelow, textOf } from "./imports.ts";

/** Every column of an export: its head, and what the source gives below it. */
const columns = filesBelow("api/src/features")
  .filter((file) => /\.(csv|xlsx|routes)\.ts$/.test(file))
  .flatMap((file) =>
    [...textOf(file).matchAll(/\["([^"]+)", \(\w+\) => (.+)\]/g)].map(([, head, value]) => ({
      column: `${file}: ${head}`,
      value: value!,
    })),
  );

// Whoever adds a column up, or sorts by it, has nothing but its head to read it by.
test("A moment says in its head that it is in UTC", () => {
  const moments = columns.filter(({ value }) => value.includes("toISOString()"));
  expect(moments.length).toBeGreaterThan(15);
  const silent = moments.filter(({ column }) => !column.endsWith(" (UTC)"));
  expect(silent.map(({ column }) => column)).toEqual([]);
});

test("Money says in its head which currency it is in", () => {
  const money = columns.filter(({ value }) => /\beuros(OrNone)?\(/.test(value));
  expect(money.length).toBeGreaterThan(15);
  const silent = money.filter(({ column }) => !/ \(EUR( \/ t, net)?\)$/.test(column));
  expect(silent.map(({ column }) => column)).toEqual([]);
});
