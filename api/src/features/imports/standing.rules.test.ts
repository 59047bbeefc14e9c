import { expect, test } from "vitest";
import { standing } from "./standing.rules.ts";

const nothing = { firstVintageYear: null, bufferPool: null, labels: "", quantities: null };
const asOf = "1 May 2026";

test.each([
  [{}, "The registry's export lists no vintage for it yet."],
  [{ bufferPool: 0 }, "The registry's export lists no vintage for it yet."],
  [{ bufferPool: 1 }, "Its buffer pool holds 1 t against reversals."],
  [{ firstVintageYear: 2019 }, "Its first vintage is 2019."],
  [
    { firstVintageYear: 2019, bufferPool: 4000 },
    "Its first vintage is 2019, and 4,000 t are held in the buffer pool against reversals.",
  ],
])("Without quantities %j begins with “%s”", (known, sentence) => {
  expect(standing({ ...nothing, ...known })[0]).toBe(sentence);
});

test.each([
  [{}, "Of 200 t issued, 25% had been retired or cancelled by 1 May 2026."],
  [
    { labels: "CCB and CCP", firstVintageYear: 2019, bufferPool: 7 },
    "Of 200 t issued for vintages from 2019 on, 25% had been retired or cancelled by 1 May 2026; 7 t are held in the buffer pool; the registry labels it CCB and CCP.",
  ],
])("Tonnes with %j read “%s”", (known, sentence) => {
  const quantities = { issued: 200, retired: 50, asOf };
  expect(standing({ ...nothing, ...known, quantities })).toContain(sentence);
});

test("The labels of a registry come last if the sentence does not begin with them", () => {
  const labelled = { ...nothing, labels: "CCB", quantities: { issued: 0, retired: 0, asOf } };
  expect(standing(labelled)).toEqual([
    "Labelled CCB, it had no credits issued by 1 May 2026.",
    "By 1 May 2026, no credits had been issued; the registry labels it CCB.",
    "Its first credits were still to be issued on 1 May 2026; the registry labels it CCB.",
  ]);
  const [plain] = standing({ ...labelled, labels: "" });
  expect(plain).toBe("It had no credits issued by 1 May 2026.");
});
