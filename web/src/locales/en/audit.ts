import { addTexts } from "../../lib/i18n.ts";

/** Words of the audit log. */
export const audit = addTexts("audit", {
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
    text: "Every change by an operator, every login and what was refused appears here.",
  },
  actions: {
    login: { succeed: "Logged in", fail: "Login failed" },
    session: {
      end: "Session ended",
      "end-others": "Other sessions ended",
      stolen: "Stolen session ended",
    },
    password: { change: "Password changed", reset: "Password reset by mail" },
    access: { forbidden: "Refused: not allowed", limited: "Refused: too often" },
    "bank-account": { change: "Bank account changed" },
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
});
