// The closed lists of the trade, without any schema: the first pages know them and do without the schemas.

export const categories = ["CREDIT_SALE", "FINANCING", "SPONSORING"] as const;
export const availabilityStatuses = [
  "AVAILABLE",
  "TEMPORARILY_UNAVAILABLE",
  "SOLD_OUT",
  "CONTACT_REQUIRED",
  "COMING_SOON",
] as const;
export const creditTypes = ["EX_POST", "EX_ANTE"] as const;
/** Removals by how long the carbon stays away: as in wood and soil, or as in rock for centuries. */
export const impactTypes = ["REDUCTION", "REMOVAL_SHORT", "REMOVAL_LONG", "MIXED"] as const;
export const claimTypes = ["CONTRIBUTION", "COMPENSATION"] as const;
export const vintageStatuses = ["ACTIVE", "WITHDRAWN"] as const;
export const labelKinds = ["CCP", "CORSIA", "CCB", "ARTICLE_6", "SOCIAL_CARBON"] as const;
/** By which projects are found; NONE: the registry shows no label. */
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

/** Filters whose values a suggestion may set, as the list's query spells them. */
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

/** What may change of a line between the cart, or the request, and the order. */
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
