import { expect, test } from "vitest";
import { loadShapes, mapHeight, mapWidth } from "./world.ts";

test("draws every country once, small ones as dots at their position", async () => {
  const shapes = await loadShapes();
  const codes = shapes.flatMap(({ code }) => code ?? []);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toEqual(expect.arrayContaining(["DE", "SG", "MU", "MT", "WS"]));
  const boxOf = (code: string) => shapes.find((shape) => shape.code === code)!.box;
  for (const { box, isDot, path } of shapes.filter((shape) => shape.isDot)) {
    expect(path).toMatch(/^M/);
    expect(isDot).toBe(true);
    expect(box[0]).toBeGreaterThanOrEqual(-4);
    expect(box[2]).toBeLessThanOrEqual(mapWidth + 4);
    expect(box[3]).toBeLessThanOrEqual(mapHeight + 4);
  }
  // Singapore is south-east of India, and Malta south of Germany.
  expect(boxOf("SG")[0]).toBeGreaterThan(boxOf("IN")[0]);
  expect(boxOf("SG")[1]).toBeGreaterThan(boxOf("IN")[1]);
  expect(boxOf("MT")[1]).toBeGreaterThan(boxOf("DE")[3]);
});
