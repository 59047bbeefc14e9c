import type { CompanyRole } from "@tonneline/contract/companyRoles";

export interface MemberFacts {
  userId: number;
  role: CompanyRole;
  /** An owner who cannot log in is none that the company could do with. */
  blocked: boolean;
}

const isOwner = ({ role, blocked }: MemberFacts) => role === "OWNER" && !blocked;

/** Whether somebody who can log in manages the company. */
export function hasOwner(members: readonly MemberFacts[]): boolean {
  return members.some(isOwner);
}

/** Whether the company would be without an owner who can log in if this member were one no more. */
export function isLastOwner(members: readonly MemberFacts[], userId: number): boolean {
  const member = members.find((each) => each.userId === userId);
  return (
    member?.role === "OWNER" && !members.some((each) => each.userId !== userId && isOwner(each))
  );
}

/** Whether the company of somebody who goes to another has to be looked after by others, by what stands in the way. */
export function departureObstacle(facts: {
  isAlone: boolean;
  isLastOwner: boolean;
  /** Orders, retirements and holdings. */
  records: number;
}): "LAST_OWNER" | "RECORDS" | undefined {
  if (facts.isAlone) return facts.records > 0 ? "RECORDS" : undefined;
  return facts.isLastOwner ? "LAST_OWNER" : undefined;
}
