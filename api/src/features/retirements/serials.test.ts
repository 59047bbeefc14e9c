import { describe, expect, test } from "vitest";
import { serialRange } from "./serials.rules.ts";

describe("A serial range is read as its registry writes it", () => {
  test.each([
    [
      "VCS",
      "19381-941412555-941441125-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0",
      941412555,
      941441125,
    ],
    ["GOLD", "GS1-1-KE-GS11603-16-2025-30256-110-5463", 110, 5463],
    ["ACR", "ACR-FR-1129-2025-2917-30932 to 35143", 30932, 35143],
    ["CAR", "CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000", 1, 5000],
    ["ART", "ART-GY-102-2021-11-2759599 to 2760598", 2759599, 2760598],
  ])("%s", (registry, serial, first, last) => {
    expect(serialRange(registry, serial, serial, last - first + 1)).toMatchObject({ first, last });
    expect(serialRange(registry, serial, serial, last - first)).toHaveProperty(
      "field",
      "serialNumberTo",
    );
    expect(serialRange(registry, "nonsense", serial, 1)).toHaveProperty(
      "field",
      "serialNumberFrom",
    );
  });

  test("from two numbers of one block", () => {
    expect(serialRange("ACR", "ACR-US-1-2020-7-11", "ACR-US-1-2020-7-20", 10)).toMatchObject({
      first: 11,
      last: 20,
    });
    expect(serialRange("ACR", "ACR-US-1-2020-7-11", "ACR-US-1-2020-8-20", 10)).toHaveProperty(
      "field",
      "serialNumberTo",
    );
  });

  test("not at all for a registry without a known format", () => {
    expect(serialRange(null, "A1", "A9", 3)).toBeUndefined();
  });
});
