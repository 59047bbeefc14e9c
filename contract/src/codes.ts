// The closed lists of the trade, without schemas: the first pages need the codes and load without zod.

export const categories = ["CREDIT_SALE", "FINANCING", "SPONSORING"] as const;
export const availabilityStatuses = [
  "AVAILABLE",
  "TEMPORARILY_UNAVAILABLE",
  "SOLD_OUT",
  "CONTACT_REQUIRED",
  "COMING_SOON",
] as const;
export const creditTypes = ["EX_POST", "EX_ANTE"] as const;
/** Removals by storage time: short as in wood and soil, long as in rock for centuries. */
export const impactTypes = ["REDUCTION", "REMOVAL_SHORT", "REMOVAL_LONG", "MIXED"] as const;
export const claimTypes = ["CONTRIBUTION", "COMPENSATION"] as const;
export const vintageStatuses = ["ACTIVE", "WITHDRAWN"] as const;
export const labelKinds = ["CCP", "CORSIA", "CCB", "ARTICLE_6", "SOCIAL_CARBON"] as const;
/** Labels that projects can be filtered by; NONE: the registry shows no label. */
export const labelFilters = [...labelKinds, "NONE"] as const;
export const continents = [
  "Africa",
  "Antarctica",
  "Asia",
  "Europe",
  "North America",
  "Oceania",
  "South America",
] as const;

/** Names of the codes as the API returns them. */
export const codeNames = {
  AVAILABLE: "Available",
  TEMPORARILY_UNAVAILABLE: "Temporarily unavailable",
  SOLD_OUT: "Sold out",
  CONTACT_REQUIRED: "On request",
  COMING_SOON: "Coming soon",
  EX_POST: "Issued",
  EX_ANTE: "Expected",
  REDUCTION: "Reduction",
  REMOVAL_SHORT: "Short-lived removal",
  REMOVAL_LONG: "Long-lived removal",
  MIXED: "Reduction and removal",
  CONTRIBUTION: "Contribution claim",
  COMPENSATION: "Compensation claim",
  ACTIVE: "On sale",
  WITHDRAWN: "Withdrawn",
  ON_SCHEDULE: "On schedule",
  LATE: "Late",
  NOT_ISSUED: "Not issued",
  DELIVERED: "Delivered",
} as const;

export const notificationCodes = [
  "approval.requested",
  "approval.approved",
  "approval.refused",
  "approval.expired",
  "cart.claim.type.changed",
  "cart.impact.type.changed",
  "cart.vintage.price.changed",
  "cart.project.temporarily.unavailable",
  "cart.vintage.removed",
  "cart.vintage.credit.ex-post",
  "cart.vintage.credit.ex-ante",
  "cart.vintage.year.changed",
  "order.approved",
  "order.created",
  "order.paid",
  "order.rejected",
  "order.reopened",
  "order.reminded",
  "order.credited",
  "order.refunded",
  "order.invoice.corrected",
  "portfolio.retirement.completed",
  "portfolio.retirement.requested",
  "portfolio.vintage.credit.ex-post",
  "portfolio.vintage.credit.ex-ante",
  "portfolio.vintage.delivery.changed",
  "quote.kept",
  "quote.ended",
  "search.news",
  "record.mentioned",
  "support.answered",
  "user.password.changed",
  "company.member.joined",
  "company.member.left",
  "company.role.changed",
  "company.merged",
] as const;

/** Filters that a search suggestion may set, named as in the list's query. */
export const suggestedFilters = [
  "continent",
  "country",
  "projectType",
  "registry",
  "sdg",
  "creditType",
  "impactType",
  "label",
  "vintageFrom",
  "vintageTo",
  "priceFrom",
  "priceTo",
] as const;

/** Facts of a line that may change between the cart, or the approval request, and the order. */
export const changedFacts = [
  "price",
  "quantity",
  "year",
  "claimType",
  "impactType",
  "creditType",
  "purchasable",
  "removed",
] as const;
