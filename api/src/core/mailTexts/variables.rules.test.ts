import { describe, expect, test } from "vitest";
import { faultOf, fill, paragraphsOf } from "./variables.rules.ts";

describe("variables are replaced with their values", () => {
  test.each([
    ["Order {order} is paid", { order: "7" }, "Order 7 is paid"],
    ["{order}, again {order}", { order: "7" }, "7, again 7"],
    // A buyer's text is not a template.
    ["By {company}", { company: "{order} $& AG", order: "7" }, "By {order} $& AG"],
    [
      "For {company}. Thanks",
      { company: "Quillon Software B.V." },
      "For Quillon Software B.V. Thanks",
    ],
    ["For {company}. Thanks", { company: "Lumenhof" }, "For Lumenhof. Thanks"],
    ["{company}, hello", { company: "Quillon Software B.V." }, "Quillon Software B.V., hello"],
    ["For {nothing}.", { company: "Lumenhof" }, "For {nothing}."],
    ["{toString} and {nothing}", { order: "7" }, "{toString} and {nothing}"],
  ])("%s", (words, values, filled) => {
    expect(fill(words, values)).toBe(filled);
  });
});

describe("texts are refused", () => {
  test.each([
    ["Order {order} for {company}", undefined],
    ["No variable at all", undefined],
    [
      "Order {ordre}",
      "{ordre} is not a variable of this email. Its variables are: {order}, {company}",
    ],
    ["Order {order} {", "A curly bracket stands alone. Write a variable like this: {order}"],
    ["Order order}", "A curly bracket stands alone. Write a variable like this: {order}"],
    ["Order {my order}", "A curly bracket stands alone. Write a variable like this: {order}"],
  ])("%s", (words, fault) => {
    expect(faultOf(words, ["order", "company"])).toBe(fault);
  });
});

test.each([
  ["One\nline\n\nTwo", ["One\nline", "Two"]],
  ["\n\n One \n \n\n\n Two \n", ["One", "Two"]],
  ["", []],
])("paragraphs have an empty line between them: %j", (body, paragraphs) => {
  expect(paragraphsOf(body)).toEqual(paragraphs);
});
