import { expect, test } from "vitest";
import { standing } from "./standing.rules.ts";

const nothing = { firstVintageYear: null, bufferPool: null, labels: "", quantities: null };
const asOf = "1 May 2026";

test.each([
  [{}, "The registry's export names no vintage of it yet."],
  [{ bufferPool: 0 }, "The registry's export names no vintage of it yet."],
  [{ bufferPool: 1 }, "Against reversals 1 t lie in the buffer pool."],
  [{ firstVintageYear: 2019 }, "Its first vintage is 2019."],
  [
    { firstVintageYear: 2019, bufferPool: 4000 },
    "Its first vintage is 2019, and 4,000 t lie in the buffer pool against reversals.",
  ],
])("Without quantities %j begins with “%s”", (known, sentence) => {
  expect(standing({ ...nothing, ...known })[0]).toBe(sentence);
});

test.each([
  [{}, "Of 200 t issued, 25% had been retired or cancelled by 1 May 2026."],
  [
    { labels: "CCB and CCP", firstVintageYear: 2019, bufferPool: 7 },
    "Labelled CCB and CCP, of 200 t issued for vintages from 2019 on, 25% had been retired or cancelled by 1 May 2026; 7 t lie in the buffer pool.",
  ],
])("Tonnes with %j read “%s”", (known, sentence) => {
  const quantities = { issued: 200, retired: 50, asOf };
  expect(standing({ ...nothing, ...known, quantities })).toContain(sentence);
});

test("The labels of a registry come last if the sentence does not begin with them", () => {
  const labelled = { ...nothing, labels: "CCB", quantities: { issued: 0, retired: 0, asOf } };
  expect(standing(labelled)).toEqual([
    "Labelled CCB, it had no credits issued by 1 May 2026.",
    "By 1 May 2026 no credits had been issued; the registry shows CCB.",
    "Its first credits were still to be issued on 1 May 2026; the registry shows CCB.",
  ]);
  const [plain] = standing({ ...labelled, labels: "" });
  expect(plain).toBe("It had no credits issued by 1 May 2026.");
});
