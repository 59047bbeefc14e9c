import { expect, test, vi } from "vitest";
import { checkout, type CheckoutBody } from "@tonneline/contract/cart";
import { invoiceDetails } from "../test/invoiceDetails.ts";
import { fieldErrorsOf, isRefusal, Refusal, Unreachable } from "./api.ts";
import { createAttempts } from "./attempts.ts";

const body: CheckoutBody = { ...invoiceDetails, version: 3 };

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

const attemptsOn = (storage: ReturnType<typeof memoryStorage>) =>
  createAttempts<CheckoutBody>(storage, "checkout", checkout.body);

/** Sends a body, and returns the key that it was sent with, whatever the outcome. */
async function keyOf(
  attempts: ReturnType<typeof attemptsOn>,
  content: CheckoutBody,
  act: () => Promise<void> = () => Promise.reject(new Unreachable()),
) {
  let sent = "";
  await attempts
    .send(content, ({ key }) => {
      sent = key;
      return act();
    })
    .catch(() => {});
  return sent;
}

test("the same content sends the same key again, also after a reload", async () => {
  const storage = memoryStorage();
  const first = await keyOf(attemptsOn(storage), body);
  const afterReload = attemptsOn(storage);

  expect(afterReload.current()).toEqual({ key: first, body });
  expect(await keyOf(afterReload, { ...body })).toBe(first);
});

test("another version of the cart or another address gets a new key", async () => {
  const attempts = attemptsOn(memoryStorage());
  const keys = [
    await keyOf(attempts, body),
    await keyOf(attempts, { ...body, version: 4 }),
    await keyOf(attempts, { ...body, companyName: "Brennvik Holding SE" }),
  ];
  expect(new Set(keys).size).toBe(3);
});

const refusedWith = (status: number) => () =>
  Promise.reject(
    new Refusal({ type: "about:blank", title: "", status, code: "IN_USE", detail: "" }),
  );

test.each([
  ["a response", () => Promise.resolve()],
  ["a refusal", refusedWith(409)],
])("after %s the next order gets a new key, even with the same content", async (_, act) => {
  const attempts = attemptsOn(memoryStorage());
  const first = await keyOf(attempts, body, act);

  expect(attempts.current()).toBeUndefined();
  expect(await keyOf(attempts, body)).not.toBe(first);
});

test.each([401, 500])("after status %i the order may have been placed", async (status) => {
  const attempts = attemptsOn(memoryStorage());
  const first = await keyOf(attempts, body, refusedWith(status));
  expect(attempts.current()?.key).toBe(first);
  attempts.settle();
  expect(await keyOf(attempts, body)).not.toBe(first);
});

test("after too many calls only an order that was sent before may have been placed", async () => {
  const attempts = attemptsOn(memoryStorage());
  await keyOf(attempts, body, refusedWith(429));
  expect(attempts.current()).toBeUndefined();

  const first = await keyOf(attempts, body, refusedWith(500));
  expect(await keyOf(attempts, body, refusedWith(429))).toBe(first);
  expect(attempts.current()?.key).toBe(first);
  await keyOf(attempts, { ...body, version: 4 }, refusedWith(429));
  expect(attempts.current()).toEqual({ key: first, body });
});

test("a refusal of a changed order says nothing about the one before", async () => {
  const attempts = attemptsOn(memoryStorage());
  const first = await keyOf(attempts, body);
  await keyOf(attempts, { ...body, version: 4 }, refusedWith(409));
  expect(attempts.current()).toEqual({ key: first, body });
  expect(await keyOf(attempts, body, refusedWith(409))).toBe(first);
  expect(attempts.current()).toBeUndefined();
});

test("a body that the contract refuses is not stored or sent, and the error names its field", async () => {
  const attempts = attemptsOn(memoryStorage());
  const wrong = { ...body, companyName: "Brenn\u0007vik" };
  const act = vi.fn<() => Promise<void>>();
  const error: unknown = await attempts.send(wrong, act).catch((thrown: unknown) => thrown);
  expect(act).not.toHaveBeenCalled();
  expect(isRefusal(error, "VALIDATION_FAILED")).toBe(true);
  expect(fieldErrorsOf(error)).toContainEqual({
    path: "companyName",
    message: "Contains characters that cannot be used",
  });
  expect(attempts.current()).toBeUndefined();
});

test("unreadable storage counts as no attempt", () => {
  const storage = memoryStorage();
  storage.setItem("checkout", '{"key":1}');
  expect(attemptsOn(storage).current()).toBeUndefined();
});
