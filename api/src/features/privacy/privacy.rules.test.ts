import { describe, expect, test } from "vitest";
import { erasedUsername, obstaclesTo } from "./privacy.rules.ts";

const nothing = {
  openOrders: 0,
  retirementsInProgress: 0,
  creditsHeld: 0,
  isLastAdmin: false,
  isLastOwner: false,
};

describe("an account", () => {
  test.each([
    [{}, []],
    [{ openOrders: 1 }, [{ obstacle: "OPEN_ORDERS", count: 1 }]],
    [{ retirementsInProgress: 2 }, [{ obstacle: "RETIREMENTS_IN_PROGRESS", count: 2 }]],
    [{ creditsHeld: 1 }, [{ obstacle: "CREDITS_HELD", count: 1 }]],
    [{ isLastAdmin: true }, [{ obstacle: "LAST_ADMIN", count: 1 }]],
    [{ isLastOwner: true }, [{ obstacle: "LAST_OWNER", count: 1 }]],
    [
      { openOrders: 3, creditsHeld: 40 },
      [
        { obstacle: "OPEN_ORDERS", count: 3 },
        { obstacle: "CREDITS_HELD", count: 40 },
      ],
    ],
  ])("with %j cannot be erased because of %j", (facts, obstacles) => {
    expect(obstaclesTo({ ...nothing, ...facts })).toEqual(obstacles);
  });

  test("that was erased is named only by its id, at an address that no mail reaches", () => {
    expect(erasedUsername(17)).toBe("erased-17@erased.invalid");
  });
});
