import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

// Like browsers: each call returns a new object.
vi.stubGlobal("trustedTypes", {
  createPolicy: () => ({ createHTML: (text: string) => ({ toString: () => text }) }),
});
const { LetterFrame } = await import("./LetterFrame.tsx");

it("loads a mail only once, until its content changes", () => {
  const { rerender } = render(<LetterFrame subject="One" html="<p>Hello</p>" />);
  const frame = screen.getByTitle("One");
  expect(frame.getAttribute("srcdoc")).toContain("<p>Hello</p>");
  const loads = new MutationObserver(() => {});
  loads.observe(frame, { attributes: true, attributeFilter: ["srcdoc"] });
  rerender(<LetterFrame subject="Two" html="<p>Hello</p>" />);
  expect(frame).toHaveAttribute("title", "Two");
  expect(loads.takeRecords()).toEqual([]);
  rerender(<LetterFrame subject="Two" html="<p>Others</p>" />);
  expect(loads.takeRecords()).toHaveLength(1);
});
