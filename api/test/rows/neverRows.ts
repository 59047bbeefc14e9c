import { neverBankRows } from "./neverBankRows.ts";
import { neverNamedRows } from "./neverNamedRows.ts";

/** Changes to the row that must be rejected, and changes that are just allowed: the boundaries of a rule. */
export interface Rules {
  never: string[];
  just?: string[];
  /** Checks that reject nothing that another does not. */
  redundantChecks?: string[];
}

/** Too short and too long for a text of at most so many characters. */
const notOf = (characters: number) => (column: string) => [
  `${column} = ''`,
  `${column} = repeat('x', ${characters + 1})`,
];
const justOf = (characters: number) => (column: string) => [
  `${column} = 'x'`,
  `${column} = repeat('x', ${characters})`,
];

const stockColumns = ["available", "reserved", "committed", "held", "retiring", "retired"];
const decided = "decided_at = now()";
const invoiced = "invoice_number = '2026-1', due_on = '2026-01-15'";
const financed =
  "financing_to = '2026-01-02', financing_crediting_period = '{2027,2028}', financing_methodology = ''";
const sponsored = "sponsoring_expected_impact = '', sponsoring_to = '2026-01-02'";
const retired = "serials = '1', registry_url = '', retired_at = now(), certificate_number = '1'";

/** By table, for its row in `oneOfEach`. */
export const neverRows: Record<string, Rules> = {
  ...neverBankRows,
  ...neverNamedRows,
  companies: {
    never: [
      "name = ''",
      "e_invoice_profile = 'OTHER'",
      ...notOf(60)("e_invoice_reference"),
      "e_address = '1'",
      "credit_limit_cents = -1",
      "blocked = true",
      "blocked_reason = ''",
      "merged_into_id = 2",
      "merge_reason = ''",
    ],
    just: [
      ...justOf(60)("e_invoice_reference"),
      "credit_limit_cents = 0",
      "blocked = true, blocked_reason = ''",
    ],
  },
  users: {
    never: ["username = upper(username)", "company_role = 'OTHER'", "total_purchased_volume = -1"],
  },
  sessions: { never: ["ended_at = now()", "ended_reason = ''"] },
  company_invitations: {
    never: ["email = 'Ole'", "role = 'OTHER'", "accepted_at = now(), withdrawn_at = now()"],
  },
  vat_checks: { never: ["result = 'NOT_CHECKED'", "source = 'OTHER'"] },
  vat_rates: {
    never: ["percent = -0.01", "percent = 100.01", "country_code = country_code || 'U'"],
    just: ["percent = 0", "percent = 100"],
  },
  projects: {
    never: [
      "name = ' Mangroves'",
      "status = 'OTHER'",
      "financing_from = now()",
      "sponsoring_from = now()",
      `${financed}, financing_from = '2026-01-02', financing_expected_credits = -1, financing_price_cents = 1`,
      `${financed}, financing_from = '2026-01-02', financing_expected_credits = 1, financing_price_cents = -1`,
      `${financed}, financing_expected_credits = 1, financing_price_cents = 1, financing_from = '2026-01-03'`,
      `${sponsored}, sponsoring_from = '2026-01-03'`,
    ],
    just: [
      `${financed}, financing_expected_credits = 0, financing_price_cents = 0, financing_from = '2026-01-02'`,
      `${sponsored}, sponsoring_from = '2026-01-02'`,
    ],
  },
  project_images: {
    never: [
      "status = 'OTHER', upload_file_id = null",
      "upload_file_id = null",
      "status = 'FAILED'",
      "status = 'READY', upload_file_id = null",
      `status = 'READY', upload_file_id = null, original_file_id = 1, small_file_id = 1, medium_file_id = 1`,
    ],
    just: [
      "status = 'FAILED', upload_file_id = null",
      `status = 'READY', upload_file_id = null, original_file_id = 1, small_file_id = 1, medium_file_id = 1, large_file_id = 1`,
    ],
  },
  catalogue_imports: {
    never: [
      "status = 'OTHER'",
      "projects_file_id = 1",
      "vintages_facts = '{}'",
      "status = 'CHECKED'",
      "status = 'IMPORTING'",
      "status = 'IMPORTED', imported = '{}'",
      "imported = '{}', imported_at = now()",
      "status = 'FAILED'",
    ],
    just: [
      "status = 'CHECKED', checked = '{}'",
      "status = 'IMPORTED', imported = '{}', imported_at = now()",
      "status = 'FAILED', failure = ''",
    ],
  },
  vintages: {
    never: [
      "year = 1989",
      "year = 2101",
      "period_start = '2026-01-02', period_end = '2026-01-01'",
      "impact_type = 'OTHER'",
      "claim_type = 'OTHER'",
      "credit_type = 'OTHER'",
      "status = 'OTHER'",
      "price_cents = 0",
      "price_cents = 100000001",
      "currency = 'USD'",
      "expected_delivery = '2026-Q5'",
      "delivery_state = 'OTHER'",
    ],
    just: [
      "year = 1990",
      "year = 2100",
      "price_cents = 1",
      "price_cents = 100000000",
      "period_start = now(), period_end = now()",
    ],
  },
  reports: {
    never: ["name = ''", "price_cents = 0", "price_cents = 100000001"],
    just: ["price_cents = 1", "price_cents = 100000000"],
  },
  price_lists: {
    never: ["name = ''", "valid_until = '2026-01-01'", "rules = '{}'"],
    just: ["valid_until = '2026-01-02'"],
  },
  price_list_prices: {
    never: ["price_cents = 0", "price_cents = 100000001"],
    just: ["price_cents = 1", "price_cents = 100000000"],
  },
  cart_items: {
    redundantChecks: ["cart_items_product_type_check"],
    never: [
      "quantity = 0",
      "product_type = 'OTHER'",
      "vintage_id = null",
      "report_id = 1",
      "year = null",
      "product_type = 'DUE_DILIGENCE_REPORT', report_id = 1, vintage_id = null",
      "reserved = 1, reserved_to = now()",
      "reserved = 2",
      "reserved_to = now()",
    ],
    just: [
      "quantity = 1",
      "reserved = 2, reserved_to = now()",
      "product_type = 'DUE_DILIGENCE_REPORT', report_id = 1, vintage_id = null, quantity = 1",
    ],
  },
  orders: {
    redundantChecks: ["orders_net_cents_check", "orders_total_credits_check"],
    never: [
      "status = 'OTHER'",
      "country_code = 'DEU'",
      ...["purchase_order_number", "cost_centre", "buyer_reference"].flatMap(notOf(60)),
      ...notOf(500)("remark"),
      "total_credits = -1",
      "net_cents = -1, gross_cents = 37",
      "vat_cents = -1, gross_cents = 199",
      "vat_category = 'Z', vat_cents = 0, gross_cents = 200",
      "vat_check_result = 'OTHER', vat_check_on = now()",
      "vat_check_result = 'VALID'",
      "vat_check_on = now()",
      "vat_check_evidence = ''",
      "currency = 'USD'",
      "credited_net_cents = -1",
      "credited_net_cents = 201",
      "credited_cents = -1",
      "credited_cents = 239",
      "returned_credits = -1",
      "returned_credits = 3",
      "gross_cents = 239",
      "gross_cents = 237",
      `status = 'PAID', ${invoiced}`,
      "paid_at = now()",
      "status = 'REJECTED'",
      "rejection_reason = ''",
      "status = 'AWAITING_PAYMENT'",
      "status = 'AWAITING_PAYMENT', invoice_number = '2026-1'",
      "status = 'AWAITING_PAYMENT', due_on = now()",
      "status = 'PAID', paid_at = now()",
      "vat_category = 'AE'",
      "vat_category = 'O'",
      "vat_category = 'AE', vat_cents = 0, gross_cents = 200, placed_vat_percent = 16",
    ],
    just: [
      ...["purchase_order_number", "cost_centre", "buyer_reference"].flatMap(justOf(60)),
      ...justOf(500)("remark"),
      "credited_net_cents = 200, credited_cents = 238, returned_credits = 2",
      "total_credits = 0, net_cents = 0, vat_cents = 0, gross_cents = 0",
      "vat_category = 'AE', vat_cents = 0, gross_cents = 200",
      `status = 'PAID', paid_at = now(), ${invoiced}`,
    ],
  },
  order_items: {
    never: [
      "product_type = 'OTHER', vintage_id = null, project_id = null",
      "quantity = 0, total_cents = 0",
      "price_cents = 0, total_cents = 0",
      "total_cents = 201",
      "total_cents = 199",
      "credited_quantity = -1",
      "credited_quantity = 3",
      "credited_cents = -1",
      "credited_cents = 201",
      "returned_quantity = -1",
      "credited_quantity = 1, returned_quantity = 2",
      "vintage_id = null",
      "project_id = null",
      "report_id = 1",
      "product_type = 'DUE_DILIGENCE_REPORT', report_id = 1",
      "product_type = 'DUE_DILIGENCE_REPORT', vintage_id = null",
    ],
    just: [
      "quantity = 1, price_cents = 1, total_cents = 1",
      "credited_quantity = 2, credited_cents = 200, returned_quantity = 2",
      "product_type = 'DUE_DILIGENCE_REPORT', vintage_id = null, report_id = 1",
    ],
  },
  number_series: { never: ["series = 'OTHER'", "last_number = 0"] },
  invoices: {
    never: [
      "series = 'OTHER', due_on = null, corrects_id = 1, reason = ''",
      "due_on = null",
      "series = 'CREDIT_NOTE', corrects_id = 1, reason = ''",
      "series = 'CREDIT_NOTE', due_on = null",
      "corrects_id = 1",
      "reason = ''",
    ],
    just: ["series = 'CREDIT_NOTE', due_on = null, corrects_id = 1, reason = ''"],
  },
  approval_rules: {
    never: [
      "kind = 'OTHER', over_limit = null",
      "over_limit = -1",
      "over_limit = null",
      "kind = 'EX_ANTE'",
    ],
    just: ["over_limit = 0"],
  },
  approvals: {
    never: [
      `status = 'OTHER', ${decided}`,
      "status = 'WITHDRAWN'",
      decided,
      `status = 'APPROVED', ${decided}`,
      "order_id = 10001",
      `status = 'REFUSED', ${decided}`,
      "reason = ''",
    ],
    just: [
      `status = 'APPROVED', order_id = 10001, ${decided}`,
      `status = 'REFUSED', reason = '', ${decided}`,
    ],
  },
  approval_items: {
    never: ["quantity = 0", "price_cents = 0", "vintage_id = null", "report_id = 1"],
    just: ["quantity = 1, price_cents = 1"],
  },
  company_budgets: {
    never: ["amount_cents = -1", ...notOf(60)("cost_centre")],
    just: ["amount_cents = 0", ...justOf(60)("cost_centre")],
  },
  quotes: {
    never: [
      "order_id = 10001, approval_id = 301",
      "order_id = 10001, withdrawn_at = now()",
      "holding = true, order_id = 10001",
      "holding = true, approval_id = 301",
      "holding = true, withdrawn_at = now()",
    ],
    just: ["holding = true", "order_id = 10001"],
  },
  refunds: {
    never: ["amount_cents = 0", "amount_cents = -1", ...notOf(140)("reference")],
    just: justOf(140)("reference"),
  },
  payments: {
    never: ["amount_cents = 0", "undone_at = now()", "undo_reason = ''", "entry_id = 1"],
    just: ["amount_cents = -1", "entry_id = 1, reference = ''"],
  },
  reminders: {
    never: ["level = 0", "level = 4", "amount_cents = 0", "fee_cents = -1", "interest_cents = -1"],
    just: ["level = 3", "fee_cents = 0, interest_cents = 0"],
  },
  reminder_stops: {
    never: ["kind = 'OTHER'", "kind = 'PAUSED'", "until = now()"],
    just: ["kind = 'PAUSED', until = now()"],
  },
  retirements: {
    never: [
      `status = 'OTHER', ${decided}`,
      "quantity = 0",
      "purpose = 'NONE'",
      "period_from = '2026-01-02', period_to = '2026-01-01'",
      `status = 'RETIRED', ${decided}`,
      `status = 'RETIRED', serials = '1', registry_url = '', retired_at = now(), ${decided}`,
      retired,
      `status = 'DECLINED', ${decided}`,
      "decline_reason = ''",
      "entered = '{}'",
      "entered = '{}', entered_by = 1",
      "status = 'WITHDRAWN'",
      decided,
    ],
    just: [
      `status = 'RETIRED', ${decided}, ${retired}`,
      `status = 'DECLINED', ${decided}, decline_reason = ''`,
      `status = 'WITHDRAWN', ${decided}`,
      "period_from = now(), period_to = now()",
      "entered = '{}', entered_by = 1, entered_at = now()",
    ],
  },
  // The vintage has no stock yet.
  vintage_stock: {
    never: [
      "issued = 1",
      ...stockColumns.flatMap((column) => [`${column} = 1`, `${column} = -1, issued = -1`]),
    ],
    just: stockColumns.map((column) => `${column} = 1, issued = 1`),
  },
  holdings: {
    never: [
      "purchased = -1, in_progress = 0, retired = -1",
      "purchased = -1, in_progress = -1, retired = 0",
      "in_progress = -1",
      "retired = -1",
      "purchased = 1",
      "credit_type = 'OTHER'",
    ],
    just: ["purchased = 2", "purchased = 0, in_progress = 0, retired = 0"],
  },
  company_targets: {
    never: ["tonnes = 0", "year = 2014", "year = 2101"],
    just: ["tonnes = 1", "year = 2015", "year = 2100"],
  },
  mails: {
    never: ["status = 'OTHER'", "status = 'SENT'", "sent_at = now()", "token = ''"],
    just: ["status = 'SENT', sent_at = now()", "token = '', token_until = now()"],
  },
  mail_texts: { never: ["body = null", "subject = null"], just: ["subject = null, body = null"] },
  support_requests: {
    never: ["status = 'OTHER'", "status = 'DONE'", "done_at = now(), done_by = 1", "done_by = 1"],
    just: ["status = 'DONE', done_at = now(), done_by = 1"],
  },
};
