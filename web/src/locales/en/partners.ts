import { addTexts } from "../../lib/i18n.ts";

/** Texts of the operators' partner page. */
export const partners = addTexts("partners", {
  title: "Partners",
  caption: "Partners who bring buyers",
  search: "Name",
  total_one: "{{number}} partner",
  total_other: "{{number}} partners",
  loading: "Loading partners",
  failed: "The partners could not be loaded",
  none: { title: "No partner matches", text: "Change the search.", action: "Show all partners" },
  empty: {
    title: "No partners yet",
    text: "Add one to get a registration link that counts the people it brings.",
  },
  new: "New partner",
  column: {
    name: "Name",
    link: "Registration link",
    people: "Referred",
    bought: "Bought (t)",
    money: "Net",
    since: "Since",
    actions: "Actions",
  },
  copy: "Copy the registration link of {{name}}",
  copied: "Copied",
  sinceDay: "since {{day}}",
  people_one: "{{number}} person",
  people_other: "{{number}} people",
});
