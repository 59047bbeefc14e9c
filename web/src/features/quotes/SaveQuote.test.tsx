import { Notifications } from "@mantine/notifications";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { SaveQuote } from "./SaveQuote.tsx";

afterEach(() => vi.unstubAllGlobals());

function save(answer: () => Response) {
  vi.stubGlobal("fetch", serverOf({ "POST /api/v1/me/quotes": answer }));
  showPage(() => (
    <>
      <Notifications />
      <SaveQuote countryCode="DE" disabled={false} idle={async () => {}} />
    </>
  ));
  return screen.findByRole("button", { name: "Save as a quote" });
}

test("who gets no answer is told that the quote may be there, and where to look before a second one is made", async () => {
  fireEvent.click(
    await save(() => {
      throw new TypeError("Failed to fetch");
    }),
  );
  await screen.findByText(
    /^It is not known whether the quote was made\. Look under Quotes before you try again/,
  );
  expect(screen.queryByText(/could not be made/)).toBeNull();
});

test("who is refused one is told why", async () => {
  const problem = { type: "", title: "", code: "INVALID_TRANSITION", detail: "Nothing is in it." };
  fireEvent.click(await save(() => Response.json({ ...problem, status: 409 }, { status: 409 })));
  await screen.findByText("The quote could not be made: Nothing is in it.");
});
