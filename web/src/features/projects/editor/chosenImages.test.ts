import { beforeEach, expect, test } from "vitest";
import { chosenImages } from "./chosenImages.ts";

const file = (name: string) => new File(["x"], name);
beforeEach(chosenImages.clear);

test("chosen files are handed over once, in order, to the project that was saved with them", () => {
  const [cover, map, wrong] = [file("cover.png"), file("map.png"), file("wrong.png")];
  chosenImages.add([cover]);
  chosenImages.add([wrong, map]);
  chosenImages.remove(wrong);
  expect(chosenImages.take(7)).toEqual([]);
  chosenImages.handTo(8);
  expect(chosenImages.take(7)).toEqual([]);
  expect(chosenImages.take(8)).toEqual([cover, map]);
  expect(chosenImages.take(8)).toEqual([]);
  expect(chosenImages.hasAny()).toBe(false);
});

test("a file chosen twice is uploaded once", () => {
  const again = () => new File(["x"], "cover.png", { lastModified: 1 });
  chosenImages.add([again(), file("map.png")]);
  chosenImages.add([again()]);
  chosenImages.handTo(8);
  expect(chosenImages.take(8).map(({ name }) => name)).toEqual(["cover.png", "map.png"]);
});

test("discarded files go to no project", () => {
  chosenImages.add([file("cover.png")]);
  chosenImages.clear();
  chosenImages.handTo(8);
  expect(chosenImages.take(8)).toEqual([]);
});
