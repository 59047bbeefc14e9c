import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Thread } from "./Thread.tsx";

test("An answer is attributed to its operator, or to support if there is no name", () => {
  const createdAt = "2026-11-02T09:00:00Z";
  const answer = { from: "OPERATOR" as const, createdAt };
  const request = {
    message: "How many days?",
    createdAt,
    messages: [
      { ...answer, id: 1, name: "Wanda", text: "Two." },
      { ...answer, id: 2, name: "", text: "At most." },
    ],
  };
  render(<Thread request={request} writer="You" />);
  const messages = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(messages).toEqual([
    expect.stringMatching(/^You, .*How many days\?$/),
    expect.stringMatching(/^Wanda, support, .*Two\.$/),
    expect.stringMatching(/^Support, .*At most\.$/),
  ]);
});
