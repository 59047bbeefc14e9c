/** Words of the audit log. */
export const audit = {
  title: "Audit log",
  caption: "Who did what, when and from where",
  search: "Who, what, thing or address",
  total_one: "{{number}} entry",
  total_other: "{{number}} entries",
  loading: "Loading the audit log",
  failed: "The audit log could not be loaded",
  none: {
    title: "No entry matches",
    text: "Change the search or the filters.",
    action: "Show all",
  },
  empty: {
    title: "Nothing yet",
    text: "Every change by an operator and every failed login appears here.",
  },
  nobody: "nobody",
  column: { at: "When", who: "Who", ip: "From", action: "What", thing: "Thing" },
  filter: { action: "What", when: "When" },
  entry: "Entry {{id}}",
  oneFailed: "The entry could not be loaded",
  facts: "Facts",
  changes: "Before and after",
  field: "Field",
  before: "Before",
  after: "After",
  noChanges: "This entry has no values.",
  position: "Place in the chain",
  hash: "Hash (SHA-256)",
  chain:
    "Each entry's hash covers the one before it: npm run audit:verify finds what was changed or taken out.",
};
