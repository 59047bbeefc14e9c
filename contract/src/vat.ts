/** EN 16931 VAT category codes that occur here: standard rate, reverse charge, outside the scope of VAT. */
export const vatCategories = ["S", "AE", "O"] as const;
export type VatCategory = (typeof vatCategories)[number];
