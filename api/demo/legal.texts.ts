export interface LegalText {
  /** File name under /legal/. */
  file: string;
  title: string;
  /** A heading followed by its paragraphs. */
  sections: [string, ...string[]][];
}

/** Template texts; square brackets mark what the company has to fill in. */
export const legalTexts: LegalText[] = [
  {
    file: "privacy-policy.pdf",
    title: "Privacy policy (template)",
    sections: [
      [
        "Who is responsible",
        "[Company, address, email] decides why and how the personal data described here is used.",
      ],
      [
        "What is kept",
        "For an account: name, email, telephone number, photo if you add one, and a password of which only a one-way digest is kept.",
        "For orders and retirements: the company and invoice details you enter, what you bought, its price, and the invoices and certificates made from it.",
        "For safety: when somebody logged in, and which operator changed what.",
      ],
      [
        "What it is used for",
        "To keep your account, to carry out orders and retirements, to write to you about them, and to meet duties of bookkeeping and tax law.",
      ],
      [
        "Who receives it",
        "[Registries, payment and mail providers, and other processors with whom the company has a contract.] The beneficiary of a retirement and its purpose may become public in a registry.",
      ],
      [
        "How long it is kept",
        "Invoices and their records: [period of tax law]. An account and its details: until it is deleted and no duty to keep them is left.",
      ],
      [
        "Your rights",
        "You may ask for a copy of your data, for corrections, for deletion or a limit to its use, and you may complain to [supervisory authority].",
      ],
    ],
  },
  {
    file: "terms-of-service.pdf",
    title: "Terms of service (template)",
    sections: [
      ["Subject", "These terms govern the use of the marketplace operated by [company, address]."],
      [
        "Accounts",
        "An account is for a person who may act for a company. It opens for buying after the operator has admitted it. Keep its password to yourself and tell the operator at once when somebody else may know it.",
      ],
      [
        "What is shown",
        "Descriptions of projects come from public registries and from the projects themselves. The data sources page names them. The operator corrects errors that become known.",
      ],
      [
        "Fair use",
        "Do not disturb the service, do not read other people's data, and do not take over the catalogue by automatic means beyond what [company] has agreed to.",
      ],
      [
        "Availability and changes",
        "The service may pause for maintenance. Changes of these terms are announced [period] before they take effect.",
      ],
      ["Law and venue", "[Governing law. Venue.]"],
    ],
  },
  {
    file: "sales-terms.pdf",
    title: "Sales terms (template)",
    sections: [
      [
        "Contract",
        "Placing an order is an offer to buy. The contract comes about when [company] approves the order and issues the invoice. Until then the ordered credits are kept for the buyer.",
      ],
      [
        "Prices",
        "Prices are in euros per tonne of CO2 equivalent, net of value added tax. The tax of the order is shown before it is placed.",
      ],
      [
        "Payment",
        "The invoice is paid by bank transfer until the date it names, with its number as the reference.",
      ],
      [
        "Delivery",
        "When the payment has arrived, the credits enter the buyer's portfolio. Ex-ante credits are claims on later issuance and cannot be retired before it.",
      ],
      [
        "Retirement",
        "A retirement takes credits out of circulation in the registry, for the beneficiary that the buyer names. It cannot be undone. The buyer receives a certificate.",
      ],
      [
        "Rejection",
        "[Company] may reject an order with a reason. An invoice that was issued is then cancelled by a credit note, and money that was paid is returned.",
      ],
      ["Liability", "[Liability of the seller. Reversal of storage. Invalidated credits.]"],
      ["Law and venue", "[Governing law. Venue.]"],
    ],
  },
];
