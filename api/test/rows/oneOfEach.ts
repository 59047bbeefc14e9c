/** Inserts a row into each table with checks, in an empty database. */
export const oneOfEach = `
  insert into files (storage_key, name, media_type, bytes, sha256) values ('a', 'a.pdf', 'application/pdf', 0, '');
  insert into companies (name) values ('Brennvik'), ('Halden');
  insert into users (username, password_hash, first_name, last_name, role_id, company_id)
    values ('mia@brennvik.example', '', 'Mia', 'Berg', 2, 1), ('ole@halden.example', '', 'Ole', 'Dahl', 2, 2);
  insert into company_details (company_id, company_name, vat_number, invoice_email, street, postal_code, province, city, country_code)
    values (1, '', '', '', '', '', '', '', 'DE');
  insert into sessions (user_id, expires_at) values (1, now());
  insert into account_tokens (token_hash, user_id, purpose, expires_at) values ('', 1, 'RESET', now());
  insert into passkeys (user_id, name, credential_id, public_key, transports, counter) values (1, '', 'a', '', '{}', 0);
  insert into settings_files (name, file_id) values ('terms', 1);
  insert into flags (name, description) values ('a_flag', 'A flag');
  insert into flag_overrides (flag_id, identity, enabled) values (1, 'mia', true);
  insert into record_notes (record_type, record_id, author_id, text) values ('user', 1, 1, '');
  insert into saved_views (user_id, list, name, query, hidden) values (1, 'orders', 'A view', '', '{}');
  insert into partners (name) values ('A partner');
  insert into company_invitations (company_id, email, role, token_hash, invited_by, expires_at)
    values (1, 'ole@brennvik.example', 'BUYER', '', 1, now());
  insert into vat_checks (company_id, vat_number, result, checked_at, source, actor_id)
    values (1, 'DE1', 'VALID', now(), 'VIES', 1);
  insert into registries (name, code) values ('A registry', 'AR');
  insert into developers (name) values ('A developer');
  insert into project_types (name) values ('A type');
  insert into auditors (name) values ('An auditor');
  insert into projects (name, registry_id, developer_id, project_type_id, external_id) values ('Mangroves', 1, 1, 1, 'AR-1');
  insert into project_labels (project_id, kind, source, as_of) values (1, 'CCP', '', now());
  insert into project_documents (project_id, position, name, url) values (1, 1, '', '');
  insert into project_facts (project_id, field, state, source, as_of) values (1, '', 'UNKNOWN', '', now());
  insert into project_images (project_id, position, upload_file_id) values (1, 1, 1);
  insert into catalogue_imports (created_by, words) values (1, '');
  insert into catalogue_import_rows (import_id, file, line, key, name, state) values (1, 'projects', 1, '', '', 'NEW');
  insert into import_mappings (kind, heads, sources) values ('projects', '', '{}');
  insert into vintages (project_id, year, imported_year, impact_type, claim_type, credit_type)
    values (1, 2022, 2022, 'MIXED', 'COMPENSATION', 'EX_POST');
  insert into vintage_facts (vintage_id, field, state, source, as_of) values (1, '', 'UNKNOWN', '', now());
  insert into reports (name, price_cents) values ('A report', 100);
  insert into price_lists (name, valid_from) values ('A list', '2026-01-02');
  insert into price_list_prices (price_list_id, vintage_id, price_cents) values (1, 1, 100);
  insert into carts (user_id) values (1);
  insert into cart_items
    (cart_id, product_type, vintage_id, quantity, price_cents, year, claim_type, impact_type, credit_type)
    values (1, 'VINTAGE_CREDITS', 1, 2, 100, 2022, 'COMPENSATION', 'MIXED', 'EX_POST');
  insert into cart_changes (cart_id, product_type, product_id, name, fact, version)
    values (1, 'VINTAGE_CREDITS', 1, '', 'price', 1);
  insert into shortlists (company_id, user_id, name) values (1, 1, 'A shortlist');
  insert into saved_searches (user_id, name, query, alert) values (1, 'A search', '', 'DAILY');
  insert into orders (user_id, company_id, username, item_names, company_name, vat_number, invoice_email, street,
      postal_code, province, city, country_code, total_credits, net_cents, vat_percent, vat_cents, gross_cents,
      vat_category, payment_reference)
    values (1, 1, '', '', '', '', '', '', '', '', '', 'DE', 2, 200, 19, 38, 238, 'S', 'RF01');
  insert into order_items
    (order_id, position, product_type, vintage_id, project_id, quantity, price_cents, total_cents, product)
    values (10001, 1, 'VINTAGE_CREDITS', 1, 1, 2, 100, 200, '{}');
  insert into number_series (series, year, last_number) values ('INVOICE', 2026, 1);
  insert into invoices (order_id, series, number, issued_on, due_on, content)
    values (10001, 'INVOICE', '2026-1', '2026-01-01', '2026-01-15', '{}');
  insert into approval_rules (company_id, position, kind, over_limit) values (1, 1, 'AMOUNT', 100);
  insert into approvals (company_id, user_id, rules, details, total_credits, net_cents, vat_percent, vat_cents,
      gross_cents, vat_category, expires_at) values (1, 1, '[]', '{}', 2, 200, 19, 38, 238, 'S', now());
  insert into approval_items (approval_id, position, vintage_id, quantity, price_cents, product)
    values (301, 1, 1, 2, 100, '{}');
  insert into company_budgets (company_id, cost_centre, year, amount_cents) values (1, 'R&D', 2026, 100);
  insert into quotes (company_id, user_id, content, valid_until) values (1, 1, '{}', now());
  insert into bank_statements (account, kind, version, statement_id, from_on, to_on, opening_cents, closing_cents,
      in_cents, out_cents, entry_count, file_name)
    values ('DE1', 'camt.053', '08', '1', '2026-01-02', '2026-01-02', 10, 11, 3, 2, 2, 'a.xml');
  insert into bank_rules (outgoing, payer, payer_iban, words, reason, created_by) values (false, 'A bank', '', '', '', 1);
  insert into bank_entries
    (statement_id, status, account, entry_key, booked_on, amount_cents, payer, payer_iban, text, remitted, match)
    values (1, 'UNMATCHED', 'DE1', '1', '2026-01-02', 3, '', '', '', '[]', '{}');
  insert into bank_refund_files (xml, created_by) values ('', 1);
  insert into bank_refunds (entry_id, name, iban, amount_cents, text, created_by) values (1, '', '', 1, '', 1);
  insert into refunds (order_id, amount_cents, paid_on, reference, actor_id) values (10001, 1, '2026-01-02', '1', 1);
  insert into payments (order_id, amount_cents, received_on) values (10001, 1, '2026-01-02');
  insert into reminders (order_id, level, amount_cents, fee_cents, interest_cents, pay_by, sent_to)
    values (10001, 1, 1, 1, 1, '2026-01-02', '{}');
  insert into reminder_stops (order_id, kind, reason, created_by) values (10001, 'DISPUTE', '', 1);
  insert into retirements (user_id, company_id, vintage_id, project_id, quantity, username, beneficiary_name, purpose,
      product, registry_id) values (1, 1, 1, 1, 1, '', '', 'OTHER', '{}', 1);
  insert into retirement_blocks
    (retirement_id, position, registry_id, serial_number_from, serial_number_to, block, numbers)
    values (5001, 1, 1, 'A-1', 'A-7', 'A-', '[1,7]');
  insert into holdings (company_id, vintage_id, purchased, in_progress, retired, credit_type)
    values (1, 1, 3, 1, 1, 'EX_POST');
  insert into company_targets (company_id, year, tonnes, changed_by) values (1, 2026, 1, 1);
  insert into mails (recipient, subject, text_body, html_body, permission) values ('', '', '', '', '');
  insert into mail_texts (code, subject, body) values ('', '', '');
  insert into support_requests (first_name, last_name, email, topic, message) values ('', '', '', '', '');
  insert into audit_entries (action) values ('order.approve')`;
