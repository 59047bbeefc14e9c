import { render, screen } from "@testing-library/react";
import { Trans } from "react-i18next";
import { expect, it } from "vitest";
import { addTexts } from "./i18n.ts";

it("wraps tagged text in the named elements", () => {
  addTexts("terms", { accept: "I accept the <terms>terms of {{company}}</terms>, <b>all</b>." });
  render(
    <p>
      <Trans
        i18nKey={"terms.accept" as "app.skip"}
        values={{ company: "Tonneline <3" }}
        components={{ terms: <a href="/terms" /> }}
      />
    </p>,
  );
  expect(screen.getByRole("link")).toHaveTextContent("terms of Tonneline <3");
  expect(screen.getByText(/^I accept/)).toHaveTextContent(
    "I accept the terms of Tonneline <3, <b>all</b>.",
  );
});
