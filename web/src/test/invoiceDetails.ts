/** Invoice details of a German company. */
export const invoiceDetails = {
  companyName: "Brennvik Logistics GmbH",
  invoiceAddress: {
    street: "Hafenkontor 14",
    postalCode: "20457",
    province: "Hamburg",
    city: "Hamburg",
    countryCode: "DE" as const,
  },
  invoiceEmail: "accounts@brennvik.example",
  vatNumber: "DE123456789",
};
