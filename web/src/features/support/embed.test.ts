import { expect, it, vi } from "vitest";
import { announce, formAddress, prefillOf, readMessage } from "./embed.ts";

const ilse = {
  firstName: "Ilse & Söhne",
  lastName: "Varendonk",
  email: "ilse+co2@brennvik.example",
  topic: "Price of 100% removal?",
};

it("prefills an external form by its URL, and keeps existing parameters", () => {
  const address = formAddress("https://forms.example/contact?portal=7#top", {
    ...ilse,
    projectId: 12,
  });
  expect(address.origin + address.pathname).toBe("https://forms.example/contact");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    portal: "7",
    firstname: "Ilse & Söhne",
    lastname: "Varendonk",
    email: "ilse+co2@brennvik.example",
    topic: "Price of 100% removal?",
  });
});

it("omits what is unknown about a visitor", () => {
  const { searchParams } = formAddress("https://forms.example/", {
    firstName: "",
    lastName: "",
    email: "",
    topic: "General Question",
  });
  expect([...searchParams]).toEqual([["topic", "General Question"]]);
});

it("passes all values to our own form in the fragment, which no server sees, and back unchanged", () => {
  const given = { ...ilse, projectId: 12, orderId: 10482 };
  const address = formAddress(null, given);
  expect(address.origin).toBe(window.location.origin);
  expect(address.pathname).toBe("/support-form");
  expect(address.search).toBe("");
  expect(prefillOf(address.hash)).toEqual(given);
});

it("ignores invalid numbers in a URL", () => {
  expect(prefillOf("#project=1e9&order=-4")).toMatchObject({
    projectId: undefined,
    orderId: undefined,
  });
});

it.each([
  [{ type: "hsFormCallback", eventName: "onFormReady", id: "f00", data: [] }, "onFormReady"],
  [{ type: "hsFormCallback", eventName: "onFormSubmitted", id: "f00" }, "onFormSubmitted"],
  [{ type: "hsFormCallback", eventName: "onFormSubmit", data: [{ name: "email" }] }, undefined],
  [{ type: "other", eventName: "onFormSubmitted" }, undefined],
  ["hsFormCallback", undefined],
  [null, undefined],
])("reads %j as %s", (data, eventName) => {
  expect(readMessage(data)?.eventName).toBe(eventName);
});

it("posts messages only to a parent window of its own origin, and none without a parent", () => {
  const parent = { postMessage: vi.fn<typeof window.postMessage>() };
  vi.stubGlobal("parent", parent);
  announce("onFormSubmitted");
  expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith(
    { type: "hsFormCallback", eventName: "onFormSubmitted", id: "support" },
    window.location.origin,
  );
  vi.unstubAllGlobals();
  const own = vi.spyOn(window, "postMessage");
  announce("onFormReady");
  expect(own).not.toHaveBeenCalled();
});
