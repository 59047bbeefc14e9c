import { createShortlist } from "@tonneline/contract/shortlists";
import { addProjectDocument } from "@tonneline/contract/projectMedia";
import { beforeEach, expect, it, vi } from "vitest";
import { callOnce } from "./callOnce.ts";

const lost = () => Promise.reject(new TypeError("The response was lost."));
const made = () => Response.json({ id: 1 }, { status: 201 });
const refused = (status: number) => () =>
  Response.json({ type: "", title: "", status, code: "X", detail: "" }, { status });

let keys: (string | null)[];
beforeEach(() => (keys = []));

/** Answers calls one after the other like this, and collects their keys. */
function answering(...answers: (() => Response | Promise<never>)[]) {
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    return answers[keys.length - 1]!();
  });
}
const create = (name: string) => callOnce(createShortlist, { body: { name } }).catch(() => {});
const upload = (file: File) =>
  callOnce(addProjectDocument, { params: { id: "7" }, file }).catch(() => {});

it("sends the same request again with the same key, until there is a response", async () => {
  answering(lost, lost, made, made);
  for (const _ of [1, 2, 3, 4]) await create("Peat");
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

it("sends a changed request with a new key, and the first one again with its own", async () => {
  answering(lost, lost, made);
  for (const name of ["Rewetting", "Moors", "Rewetting"]) await create(name);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
});

it.each([
  [400, "new"],
  [409, "new"],
  // Whoever refused it does not know what became of an earlier one.
  [401, "same"],
  [429, "same"],
  [500, "same"],
  [503, "same"],
])("after a refusal with %i, the same request has the %s key", async (status, which) => {
  vi.spyOn(console, "error").mockReturnValue();
  answering(refused(status), made);
  for (const _ of [1, 2]) await create(`After ${status}`);
  expect(keys[1] === keys[0] ? "same" : "new").toBe(which);
});

it("tells files of the same name apart", async () => {
  answering(lost, lost, made);
  const file = new File(["one"], "Plan.pdf", { lastModified: 1 });
  for (const each of [file, new File(["another"], "Plan.pdf", { lastModified: 2 }), file])
    await upload(each);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
});
