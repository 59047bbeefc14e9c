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
        "What is stored",
        "For an account: name, email, telephone number, photo if you add one, and your password, stored only as a one-way hash.",
        "For orders and retirements: the company and invoice details you enter, what you bought, its price, and the invoices and certificates made from it.",
        "For security: when somebody logged in, and which operator changed what.",
      ],
      [
        "What it is used for",
        "To keep your account, to carry out orders and retirements, to write to you about them, and to meet bookkeeping and tax obligations.",
      ],
      [
        "Who receives it",
        "[Registries, payment and mail providers, and other processors with whom the company has a contract.] The beneficiary of a retirement and its purpose may become public in a registry.",
      ],
      [
        "How long it is stored",
        "Invoices and their records: [period of tax law]. An account and its details: until it is deleted and no legal duty to keep them remains. Registrations that are not confirmed, notifications, emails, and requests that are done: [the days under Management, Settings].",
      ],
      [
        "Your rights",
        "You may request a copy of your data, its correction or deletion, or a restriction of its use, and you may complain to [supervisory authority].",
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
        "An account is for a person who may act for a company. It can be used to buy once the operator has admitted it. Keep its password to yourself, and tell the operator immediately if somebody else may know it.",
      ],
      [
        "What is shown",
        "Descriptions of projects come from public registries and from the projects themselves. The data sources page names them. The operator corrects errors that become known.",
      ],
      [
        "Fair use",
        "Do not disturb the service, do not read other people's data, and do not copy the catalogue by automated means beyond what [company] has agreed to.",
      ],
      [
        "Availability and changes",
        "The service may pause for maintenance. Changes to these terms are announced [period] before they take effect.",
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
        "Placing an order is an offer to buy. The contract is formed when [company] approves the order and issues the invoice. Until then the ordered credits are reserved for the buyer.",
      ],
      [
        "Prices",
        "Prices are in euros per tonne of CO2 equivalent, net of value added tax. The tax on the order is shown before it is placed.",
      ],
      [
        "Payment",
        "The invoice is to be paid by bank transfer by the due date stated on it, quoting the reference stated there.",
      ],
      [
        "Delivery",
        "Once the payment has arrived, the credits are added to the buyer's portfolio. Ex-ante credits are claims on a later issuance and cannot be retired before it.",
      ],
      [
        "Retirement",
        "A retirement takes credits out of circulation in the registry, for the beneficiary that the buyer names. It cannot be undone. The buyer receives a certificate.",
      ],
      [
        "Rejection",
        "[Company] may reject an order with a reason. An invoice that was issued is then cancelled by a credit note, and any payment is refunded.",
      ],
      ["Liability", "[Liability of the seller. Reversal of storage. Invalidated credits.]"],
      ["Law and venue", "[Governing law. Venue.]"],
    ],
  },
];
