/** A member's role in their company; independent of the product's roles, which say what operators may do. */
export const companyRoles = ["OWNER", "BUYER", "APPROVER", "ACCOUNTANT", "VIEWER"] as const;
export type CompanyRole = (typeof companyRoles)[number];

/**
 * What a call does for the caller's company, if not every member may: `buy` (cart, order, retire), `decide` (on others'
 * requests), `orders` (read orders and invoices), `details` (change details and budgets), `manage` (members, rules).
 */
export const companyRights = ["buy", "decide", "orders", "details", "manage"] as const;
export type CompanyRight = (typeof companyRights)[number];

const rightsOf: Record<CompanyRole, readonly CompanyRight[]> = {
  OWNER: companyRights,
  BUYER: ["buy", "orders"],
  APPROVER: ["buy", "decide", "orders"],
  ACCOUNTANT: ["orders", "details"],
  VIEWER: [],
};

/** Whether a role has a right; in a blocked company only reading is left. */
export function hasCompanyRight(
  role: CompanyRole,
  right: CompanyRight,
  isBlocked: boolean,
): boolean {
  return rightsOf[role].includes(right) && (right === "orders" || !isBlocked);
}

/** Whether a member can do anything for their company, whatever their role. */
export function canAct({ blocked, admitted }: { blocked: boolean; admitted: boolean }): boolean {
  return admitted && !blocked;
}
