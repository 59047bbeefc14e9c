import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import React from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { rejectUnexpected, drainUnexpected } from "./network.ts";

import "../locales/en.ts";
// With every element, React's development build records a stack, of which it prints none here: a fourth of the time of
// tests of forms. It stops when it has recorded thousands within a second.
const internals =
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE" as keyof typeof React;
Object.defineProperty(React[internals], "recentlyCreatedOwnerStacks", {
  get: () => Infinity,
  set: () => {},
});

// A page may take seconds while many tests run at once.
configure({ asyncUtilTimeout: 120_000 });

// jsdom has no layout: it lacks media queries and sizes, which the UI library reads.
Object.assign(window, {
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  // Everything counts as visible.
  IntersectionObserver: class {
    readonly #seen;
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      this.#seen = seen;
    }
    observe() {
      this.#seen([{ isIntersecting: true }]);
    }
    disconnect() {}
  },
});
// Nor does it load fonts or scroll.
Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView = () => {};
// Hooks run in reverse order: while a page unmounts, the test's own network still answers.
afterEach(() => void vi.unstubAllGlobals());
afterEach(cleanup);

// A request that the test does not expect is a fault of the page. Servers that tests start on a local port are
// allowed.
const network = globalThis.fetch;
globalThis.fetch = (address, init) =>
  String(address).startsWith("http://127.0.0.1:")
    ? network(address, init)
    : rejectUnexpected(address, init);
XMLHttpRequest.prototype.open = (method: string, address: string | URL) => {
  void rejectUnexpected(address, { method }).catch(() => {});
  throw new TypeError(`Nobody answers ${method} ${address}`);
};
afterEach(() => expect(drainUnexpected(), "calls that nobody answers").toEqual([]));

// Any console output is a fault of the page. A test that expects some installs its own spy.
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  expect(vi.mocked(console.warn).mock.calls).toEqual([]);
  vi.restoreAllMocks();
});
