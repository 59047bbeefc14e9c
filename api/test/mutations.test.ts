import { expect, test } from "vitest";
import { countTestedMutants } from "../../scripts/mutations/report.mjs";

const reportOf = (...statuses: string[]) =>
  JSON.stringify({
    files: { "money.ts": { mutants: statuses.map((status) => ({ status })) } },
  });

test.each([
  ["of no file", JSON.stringify({ files: {} }), 0],
  ["of a file of texts alone", reportOf(), 0],
  ["of a file of tables alone, which no test could notice", reportOf("Ignored", "Ignored"), 0],
  ["of rules", reportOf("Killed", "Ignored", "Survived", "Timeout"), 3],
])("a run over the changes %s counts those that tests could detect", (_what, report, tried) => {
  expect(countTestedMutants(report)).toBe(tried);
});
