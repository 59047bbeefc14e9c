-- What shows that a buyer is a taxable person whose VAT number was found not valid; what an operator approved on.
alter table orders
  add column vat_check_evidence text,
  add check (vat_check_evidence is null or vat_check_result is not null);
