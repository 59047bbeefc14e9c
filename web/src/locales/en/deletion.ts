import { addTexts } from "../../lib/i18n.ts";

/** Texts of the confirmation before records are deleted. */
export const deletion = addTexts("deletion", {
  looking: "Checking where it is used…",
  unknown: "We could not check where it is used. You can still try: nothing in use is deleted.",
  gone: "Somebody else has deleted it already.",
  unused: "It is not used anywhere.",
  more_one: "and one more",
  more_other: "and {{number}} more",
  inUse_one: "in use in {{number}} place: {{names}}.",
  inUse_other: "in use in {{number}} places: {{names}}.",
  usedBy: {
    project: "{{name}}",
    order: "{{name}}",
    approval: "{{name}}",
    cart: "Cart of {{name}}",
    retirement: "{{name}}",
    report: "Report {{name}}",
    vintage: "{{name}}, which has or had credits",
    user: "{{name}}",
    "price-list": "Price list {{name}}",
  },
});
