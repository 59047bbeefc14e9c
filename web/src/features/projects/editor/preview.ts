import { codeNames } from "@tonneline/contract/codes";
import type { AvailabilityStatus, Category, ProjectSummary } from "@tonneline/contract/catalogue";
import type { ManagedProject } from "@tonneline/contract/projects";
import type { Named, ProjectFields, VintageFields } from "./form.ts";
import { eurosIn, tonnesIn, typedYears } from "./numbers.ts";

const number = (value: number | null) => (value !== null && value >= 0 ? value : 0);
const noName: Named = { id: 0, name: "" };
// Stands after a separator, which an empty name would leave dangling.
const noRegistry: Named = { id: 0, name: "…" };
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Returns the category whose card is previewed: the first that the project would be in. */
export function previewCategory(fields: ProjectFields): Category {
  if (fields.vintages.some(({ status }) => status === "ACTIVE")) return "CREDIT_SALE";
  if (fields.investmentAvailable && fields.financing.on) return "FINANCING";
  return fields.investmentAvailable && fields.sponsoring.on ? "SPONSORING" : "CREDIT_SALE";
}

/** Returns the form's project as the marketplace's list would show it; unreadable values are left out. */
export function previewOf(
  fields: ProjectFields,
  saved: ManagedProject | undefined,
): ProjectSummary {
  const active = fields.vintages.filter(({ status }) => status === "ACTIVE");
  const stockOf = ({ vintageId, credits }: VintageFields) => {
    const stock = saved?.vintages.find(({ id }) => id === vintageId)?.stock;
    return stock ?? { available: number(tonnesIn(credits)), issued: number(tonnesIn(credits)) };
  };
  const expected = active.filter(({ creditType }) => creditType === "EX_ANTE");
  const quarters = expected.flatMap(({ expectedDelivery }) => expectedDelivery || []).toSorted();
  const sum = (key: "available" | "issued", rows = active) =>
    rows.reduce((total, row) => total + stockOf(row)[key], 0);
  const each = <K extends "creditType" | "impactType" | "claimType">(key: K) => [
    ...new Set(active.map((row) => row[key])),
  ];
  const left = active.filter((row) => stockOf(row).available > 0);
  const prices = (left.length > 0 ? left : active)
    .map(({ price }) => eurosIn(price))
    .filter((price) => number(price) > 0);
  const years = active.map(({ year }) => Number(year)).filter((year) => year >= 1990);
  const availableCredits = sum("available");
  const soldOut = fields.status === "AVAILABLE" && active.length > 0 && availableCredits === 0;
  const status: AvailabilityStatus = soldOut ? "SOLD_OUT" : fields.status;
  const { financing, sponsoring } = fields;
  return {
    id: saved?.id ?? 0,
    name: fields.name,
    externalId: fields.externalId || null,
    registry: fields.registry ?? noRegistry,
    registryUrl: null,
    projectDeveloper: fields.developer ?? noName,
    projectType: fields.projectType ?? noName,
    countries: fields.countries,
    continent: fields.continent || null,
    sustainableDevelopmentGoals: fields.goals,
    status: { id: status, name: codeNames[status] },
    categories: [],
    investmentAvailable: fields.investmentAvailable,
    availableCredits,
    totalCredits: sum("issued"),
    vintagesAvailable:
      years.length > 0 ? { min: Math.min(...years), max: Math.max(...years) } : null,
    priceFrom: prices.length > 0 ? Math.min(...(prices as number[])) : null,
    priceTo: prices.length > 0 ? Math.max(...(prices as number[])) : null,
    creditTypes: each("creditType"),
    impactTypes: each("impactType"),
    claimTypes: each("claimType"),
    expectedCredits: sum("available", expected),
    expectedDelivery: quarters.length > 0 ? { from: quarters[0]!, to: quarters.at(-1)! } : null,
    images: (saved?.images ?? []).flatMap(({ imageId, alt, urls }) =>
      urls ? [{ imageId, alt, urls }] : [],
    ),
    labels: fields.labels.filter(({ asOf }) => isDay(asOf)),
    facts: { known: 0, of: 0 },
    sponsoringDetails:
      sponsoring.on && isDay(sponsoring.from) && isDay(sponsoring.to)
        ? {
            expectedImpact: sponsoring.expectedImpact,
            sponsoringOpportunity: { from: sponsoring.from, to: sponsoring.to },
          }
        : null,
    financingDetails:
      financing.on && isDay(financing.from) && isDay(financing.to)
        ? {
            expectedCredits: number(tonnesIn(financing.expectedCredits)),
            financingOpportunity: { from: financing.from, to: financing.to },
            averagePricePerCredit: number(eurosIn(financing.price)),
            creditingPeriod: typedYears(financing.creditingPeriod) ?? [],
            methodology: financing.methodology,
          }
        : null,
    demonstration: fields.demonstration,
  };
}
