import type { APIRequestContext } from "@playwright/test";
import { mailedLink } from "./inbox.ts";
import { apiOf, expect, password } from "./shop.ts";

const operator = "admin@demo.example";
let people = 0;

/** An address that nobody has registered yet. */
export const someone = () => `ilse-${process.pid}-${Date.now()}-${++people}@brennvik.example`;

interface Person {
  id: number;
  version: number;
}

/**
 * As people come, each from elsewhere: the server lets an address register only so often, which all journeys together
 * are near to.
 */
function fromElsewhere() {
  const [high, low] = [process.pid % 2 ** 16, ++people];
  return { "x-forwarded-for": `10.${high >> 8}.${high & 255}.${low % 256}` };
}

/** An account as operators see it, and a caller of the API as the operator. */
async function asOperator(request: APIRequestContext, username: string) {
  const api = await apiOf(request, operator);
  const { content } = (await api.get(
    `/management/users?q=${encodeURIComponent(username)}&size=1`,
  )) as { content: Person[] };
  return { api, person: content[0]! };
}

/** What an operator does when a company is to buy: its account gets the role User. */
export async function admit(request: APIRequestContext, username: string): Promise<void> {
  const { api, person } = await asOperator(request, username);
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

/** `block` or `unblock` by an operator. */
export async function setBlocked(
  request: APIRequestContext,
  username: string,
  how: "block" | "unblock",
): Promise<void> {
  const { api, person } = await asOperator(request, username);
  const body = how === "block" ? { reason: "Invoices were not paid." } : {};
  const response = await api.post(`/management/users/${person.id}/${how}`, body);
  expect(response.ok(), await response.text()).toBe(true);
}

/** Somebody who registered, opened the mailed link, and waits to be admitted. */
export async function aNewcomer(
  request: APIRequestContext,
  lastName = "Varendonk",
  dataDir?: string,
): Promise<string> {
  const username = someone();
  const data = { username, password, firstName: "Ilse", lastName };
  const headers = fromElsewhere();
  expect((await request.post("/api/v1/auth/register", { data, headers })).status()).toBe(201);
  const link = new URL(await mailedLink(username, "/registration/verify", dataDir));
  const token = link.searchParams.get("token");
  expect((await request.post("/api/v1/auth/verify", { data: { token }, headers })).status()).toBe(
    200,
  );
  return username;
}

/**
 * A buyer of its own: registered, verified by the mailed link and admitted; the password is everybody's here. A product
 * that is not everybody's keeps its mails in a folder of its own.
 */
export async function aBuyer(request: APIRequestContext, dataDir?: string): Promise<string> {
  const username = await aNewcomer(request, undefined, dataDir);
  await admit(request, username);
  return username;
}
