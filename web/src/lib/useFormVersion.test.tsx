import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useFormVersion } from "./useFormVersion.ts";

interface Saved {
  version: number;
  name: string;
}
const first: Saved = { version: 1, name: "ours" };
const theirs: Saved = { version: 2, name: "theirs" };

function seen(typed: boolean) {
  const fill = vi.fn<(saved: Saved) => void>();
  const hook = renderHook(({ saved }) => useFormVersion(saved, typed, fill), {
    initialProps: { saved: first },
  });
  const read = (saved: Saved) => hook.rerender({ saved });
  return { fill, read, version: () => hook.result.current.version, hook };
}

test("A concurrent save is adopted only once it was shown", () => {
  const { fill, read, version, hook } = seen(true);
  read(theirs);
  expect(version()).toBe(1);
  act(() => hook.result.current.adopt(theirs));
  expect(version()).toBe(2);
  read({ version: 3, name: "theirs again" });
  expect(version()).toBe(2);
  expect(fill).not.toHaveBeenCalled();
});

test("The first version read after a conflict counts as shown, later ones do not", () => {
  const { fill, read, version, hook } = seen(true);
  act(() => hook.result.current.adopt());
  expect(version()).toBe(1);
  read(theirs);
  expect(version()).toBe(2);
  read({ version: 3, name: "theirs again" });
  expect(version()).toBe(2);
  expect(fill).not.toHaveBeenCalled();
});

test("The version read after a conflict is adopted in the same render", () => {
  const rendered: [string, number][] = [];
  const hook = renderHook(
    ({ saved }) => {
      const { version, adopt } = useFormVersion(saved, true);
      rendered.push([saved.name, version]);
      return adopt;
    },
    { initialProps: { saved: first } },
  );
  act(() => hook.result.current());
  hook.rerender({ saved: theirs });
  const versions = rendered.filter(([name]) => name === "theirs").map(([, version]) => version);
  expect(new Set(versions)).toEqual(new Set([2]));
});

test("While nothing is typed the form is filled with new content", () => {
  const { fill, read, version } = seen(false);
  read(theirs);
  expect(fill).toHaveBeenCalledExactlyOnceWith(theirs);
  expect(version()).toBe(2);
});

test("A newer version with the same content is adopted", () => {
  const { fill, read, version } = seen(true);
  read({ ...first, version: 2 });
  expect(version()).toBe(2);
  expect(fill).not.toHaveBeenCalled();
});
