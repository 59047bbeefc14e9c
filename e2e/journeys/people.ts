import type { APIRequestContext } from "@playwright/test";
import { mailedLink } from "./inbox.ts";
import { apiOf, expect, password } from "./shop.ts";

const operator = "admin@demo.example";
let counter = 0;

/** Returns an email address that is not registered yet. */
export const unusedEmail = () => `ilse-${process.pid}-${Date.now()}-${++counter}@brennvik.example`;

interface Person {
  id: number;
  version: number;
}

/**
 * Registers each person from a different IP address, as in reality: the server rate-limits registrations by address,
 * and all journeys together come close to the limit.
 */
function uniqueClientAddress() {
  const [high, low] = [process.pid % 2 ** 16, ++counter];
  return { "x-forwarded-for": `10.${high >> 8}.${high & 255}.${low % 256}` };
}

/** An account as operators see it, and an API caller as the operator. */
async function findAsOperator(request: APIRequestContext, username: string) {
  const api = await apiOf(request, operator);
  const { content } = (await api.get(
    `/management/users?q=${encodeURIComponent(username)}&size=1`,
  )) as { content: Person[] };
  return { api, person: content[0]! };
}

/** Admits an account, as an operator does for a company that may buy: it gets the role User. */
export async function admit(request: APIRequestContext, username: string): Promise<void> {
  const { api, person } = await findAsOperator(request, username);
  const { content } = (await api.get("/management/roles")) as {
    content: { id: number; name: string }[];
  };
  const roleId = content.find(({ name }) => name === "User")!.id;
  const response = await api.patch(`/management/users/${person.id}`, {
    version: person.version,
    roleId,
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Calls `block` or `unblock` as an operator. */
export async function setBlocked(
  request: APIRequestContext,
  username: string,
  how: "block" | "unblock",
): Promise<void> {
  const { api, person } = await findAsOperator(request, username);
  const body = how === "block" ? { reason: "Invoices were not paid." } : {};
  const response = await api.post(`/management/users/${person.id}/${how}`, body);
  expect(response.ok(), await response.text()).toBe(true);
}

/** Creates a person who has registered and opened the mailed link, and waits to be admitted. */
export async function aVerifiedUser(
  request: APIRequestContext,
  lastName = "Varendonk",
  dataDir?: string,
): Promise<string> {
  const username = unusedEmail();
  const data = { username, password, firstName: "Ilse", lastName };
  const headers = uniqueClientAddress();
  expect((await request.post("/api/v1/auth/register", { data, headers })).status()).toBe(201);
  const link = new URL(await mailedLink(username, "/registration/verify", dataDir));
  const token = link.searchParams.get("token");
  expect((await request.post("/api/v1/auth/verify", { data: { token }, headers })).status()).toBe(
    200,
  );
  return username;
}

/**
 * Creates a separate buyer: registered, verified by the mailed link and admitted, with the password that all people
 * have here. A separate product has its own mail folder.
 */
export async function aBuyer(request: APIRequestContext, dataDir?: string): Promise<string> {
  const username = await aVerifiedUser(request, undefined, dataDir);
  await admit(request, username);
  return username;
}
