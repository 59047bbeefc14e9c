-- What the operators' lists of orders and retirements look for and open with.
create index orders_company_name on orders using gin (company_name gin_trgm_ops);
create index orders_invoice_words on orders using gin (invoice_number gin_trgm_ops);
create index orders_payment_reference on orders using gin (payment_reference gin_trgm_ops);
create index order_items_names on order_items using gin
  ((coalesce(product #>> '{project,name}', product ->> 'reportName')) gin_trgm_ops);
create index retirements_requested on retirements (requested_at desc, id desc);
create index retirements_names on retirements using gin
  (beneficiary_name gin_trgm_ops, (product ->> 'projectName') gin_trgm_ops, (product ->> 'externalId') gin_trgm_ops,
    serial_number_from gin_trgm_ops);
