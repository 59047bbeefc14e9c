import type { APIRequestContext } from "@playwright/test";
import { mailedLink } from "./inbox.ts";
import { apiOf, expect, password } from "./shop.ts";

let buyers = 0;

/** Somebody who has registered, verified the email and been admitted, with a cart of their own; the username. */
export async function aNewBuyer(request: APIRequestContext): Promise<string> {
  const username = `new-${process.pid}-${++buyers}@brennvik.example`;
  const data = { username, password, firstName: "Neva", lastName: "Orlund" };
  const registered = await request.post("/api/v1/auth/register", { data });
  expect(registered.status(), await registered.text()).toBe(201);
  const link = new URL(await mailedLink(username, "/registration/verify"));
  const token = link.searchParams.get("token");
  expect((await request.post("/api/v1/auth/verify", { data: { token } })).ok()).toBe(true);

  const operator = await apiOf(request, "admin@demo.example");
  const { content } = await operator.get(`/management/users?q=${encodeURIComponent(username)}`);
  const roles = await operator.get("/management/roles");
  const { id: roleId } = roles.content.find((role: { name: string }) => role.name === "User");
  const { id, version } = content[0];
  const admitted = await operator.patch(`/management/users/${id}`, { version, roleId });
  expect(admitted.ok(), await admitted.text()).toBe(true);
  return username;
}
