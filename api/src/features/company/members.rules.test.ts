import { expect, test } from "vitest";
import { departureObstacle, hasOwner, isLastOwner, type MemberFacts } from "./members.rules.ts";

const owner = (userId: number, blocked = false, admitted = true): MemberFacts => ({
  userId,
  role: "OWNER",
  blocked,
  admitted,
});
const anonymous = (userId: number) => owner(userId, false, false);
const buyer: MemberFacts = { userId: 9, role: "BUYER", blocked: false, admitted: true };

test.each([
  ["the only member", [owner(1)], 1, true],
  ["the only owner among others", [owner(1), buyer], 1, true],
  ["one of two owners", [owner(1), owner(2)], 1, false],
  ["an owner beside one who is blocked", [owner(1), owner(2, true)], 1, true],
  ["an owner beside one who is not admitted", [owner(1), anonymous(2)], 1, true],
  ["an owner who is not admitted beside one who is", [owner(1), anonymous(2)], 2, false],
  ["a blocked owner beside one who is not", [owner(1), owner(2, true)], 2, false],
  ["a buyer", [owner(1), buyer], 9, false],
  ["a buyer beside an owner who is blocked", [owner(1, true), buyer], 9, false],
  ["nobody of the company", [owner(1)], 5, false],
])("The last owner: %s", (_who, members, userId, expected) => {
  expect(isLastOwner(members, userId)).toBe(expected);
});

test.each([
  ["an owner", [buyer, owner(1)], true],
  ["an owner beside one who is blocked", [owner(1, true), owner(2)], true],
  ["an owner who is blocked", [owner(1, true), buyer], false],
  ["an owner who is not admitted", [anonymous(1), buyer], false],
  ["nobody", [], false],
])("An owner who can act for the company: %s", (_who, members, expected) => {
  expect(hasOwner(members)).toBe(expected);
});

test.each([
  [{ isAlone: true, isLastOwner: true, records: 0 }, undefined],
  [{ isAlone: true, isLastOwner: true, records: 1 }, "RECORDS"],
  [{ isAlone: false, isLastOwner: true, records: 0 }, "LAST_OWNER"],
  [{ isAlone: false, isLastOwner: false, records: 5 }, undefined],
])("A member of a company with %j is kept from leaving by %s", (facts, obstacle) => {
  expect(departureObstacle(facts)).toBe(obstacle);
});
