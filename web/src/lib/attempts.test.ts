import { expect, test } from "vitest";
import { checkout, type CheckoutBody } from "@tonneline/contract/cart";
import { invoiceDetails } from "../test/invoiceDetails.ts";
import { fieldErrorsOf, isRefusal } from "./api.ts";
import { createAttempts, isFinalRefusal } from "./attempts.ts";

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

test("the same content sends the same key again, also after a reload", () => {
  const storage = memoryStorage();
  const first = attemptsOn(storage).begin(body);
  const afterReload = attemptsOn(storage);

  expect(afterReload.current()).toEqual({ key: first.key, body });
  expect(afterReload.begin({ ...body }).key).toBe(first.key);
});

test("another version of the cart or another address gets a new key", () => {
  const attempts = attemptsOn(memoryStorage());
  const keys = [
    attempts.begin(body).key,
    attempts.begin({ ...body, version: 4 }).key,
    attempts.begin({ ...body, companyName: "Brennvik Holding SE" }).key,
  ];
  expect(new Set(keys).size).toBe(3);
});

test("after a response the next order gets a new key, even with the same content", () => {
  const attempts = attemptsOn(memoryStorage());
  const first = attempts.begin(body).key;
  attempts.settle();

  expect(attempts.current()).toBeUndefined();
  expect(attempts.begin(body).key).not.toBe(first);
});

test("a body that the contract refuses is not stored as sent, and the error names its field", () => {
  const attempts = attemptsOn(memoryStorage());
  const wrong = { ...body, companyName: "Brenn\u0007vik" };
  let error: unknown;
  try {
    attempts.begin(wrong);
  } catch (thrown) {
    error = thrown;
  }
  expect(isRefusal(error, "VALIDATION_FAILED")).toBe(true);
  expect(fieldErrorsOf(error)).toContainEqual({
    path: "companyName",
    message: "Contains characters that cannot be used",
  });
  expect(isFinalRefusal(error)).toBe(true);
  expect(attempts.current()).toBeUndefined();
});

test("unreadable storage counts as no attempt", () => {
  const storage = memoryStorage();
  storage.setItem("checkout", '{"key":1}');
  expect(attemptsOn(storage).current()).toBeUndefined();
});
