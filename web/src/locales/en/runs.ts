import { addTexts } from "../../lib/i18n.ts";

/** Texts of decisions that the server is delaying or carrying out. */
export const runs = addTexts("runs", {
  label: "In progress",
  in: "in {{seconds}} s",
  starts: "Starting.",
  undo: "Undo",
  running: "{{done}} of {{total}} done",
  stop: "Stop after this one",
  undone: "Nothing was done.",
  stopped_one: "Stopped. {{done}} done, {{count}} left unchanged.",
  stopped_other: "Stopped. {{done}} done, {{count}} left unchanged.",
  failed_one: "{{done}} done, {{count}} not",
  failed_other: "{{done}} done, {{count}} not",
  left_one: "Stopped: one more is unchanged.",
  left_other: "Stopped: {{count}} more are unchanged.",
  tooLate: "Too late: it has already begun.",
  lost: "The server is not responding. What you started continues there.",
  close: "Close",
  orders: {
    waits: {
      approve_one: "One order will be approved",
      approve_other: "{{count}} orders will be approved",
      pay_one: "One order will be marked paid",
      pay_other: "{{count}} orders will be marked paid",
      reject_one: "One order will be rejected",
      reject_other: "{{count}} orders will be rejected",
    },
    now: { approve: "Approve now", pay: "Mark paid now", reject: "Reject now" },
  },
  retirements: {
    waits_one: "One retirement will be declined",
    waits_other: "{{count}} retirements will be declined",
    now: "Decline now",
    told_one: "Retirement declined, {{tonnes}}",
    told_other: "{{count}} retirements declined, {{tonnes}}",
  },
});
