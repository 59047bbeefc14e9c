import type { Rules } from "./neverRows.ts";

const named: Rules = { never: ["name = ''", "name = ' ' || name"] };
const fact: Rules = {
  never: ["state = 'OTHER', value = null", "state = 'KNOWN'", "value = ''"],
  just: ["state = 'KNOWN', value = ''", "state = 'NOT_APPLICABLE'"],
};
const single: Rules = { never: ["one = false"] };

/** Of the tables without amounts: names, kinds, and what excludes each other. */
export const neverNamedRows: Record<string, Rules> = {
  roles: named,
  partners: named,
  registries: named,
  developers: named,
  auditors: named,
  project_types: named,
  saved_views: named,
  project_facts: fact,
  vintage_facts: fact,
  audit_head: single,
  audit_start: single,
  catalogue_horizon: single,
  files: { never: ["bytes = -1"] },
  company_details: { never: ["country_code = 'DEU'", "country_code = 'de'"] },
  account_tokens: { never: ["purpose = 'OTHER'"] },
  settings_files: { never: ["name = 'other'"] },
  flags: {
    never: [
      "name = 'a flag'",
      "name = rpad(name, 101, 'x')",
      "description = ''",
      "value = ''",
      "version = 0",
    ],
    just: ["name = rpad(name, 100, 'x')", "value = null", "value = 'x'"],
  },
  flag_overrides: {
    never: ["identity = ''", "identity = 'Mia'", "value = ''"],
    just: ["value = null", "value = 'x'"],
  },
  record_notes: { never: ["record_type = 'project'"] },
  country_names: { never: ["code = 'Deu'", "code = 'de'"] },
  project_labels: { never: ["kind = 'OTHER'"] },
  project_documents: {
    never: ["file_id = 1", "url = null"],
    just: ["url = null, file_id = 1"],
  },
  catalogue_import_rows: { never: ["file = 'prices'", "state = 'OTHER'"] },
  import_mappings: { never: ["kind = 'prices'"] },
  cart_changes: { never: ["product_type = 'OTHER'", "fact = 'other'"] },
  shortlists: {
    never: [...named.never, "share_key = gen_random_uuid()", "share_until = now()"],
    just: ["share_key = gen_random_uuid(), share_until = now()"],
  },
  saved_searches: { never: [...named.never, "alert = 'WEEKLY'"], just: ["alert = 'NONE'"] },
};
