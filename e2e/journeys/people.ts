import type { APIRequestContext } from "@playwright/test";
import { mailedLink } from "./inbox.ts";
import { apiOf, expect, password } from "./shop.ts";

let people = 0;

/** A buyer of its own: registered, verified by the mailed link and admitted; the password is everybody's here. */
export async function aBuyer(request: APIRequestContext): Promise<string> {
  const username = `buyer-${process.pid}-${Date.now()}-${++people}@brennvik.example`;
  const registered = await request.post("/api/v1/auth/register", {
    data: { username, password, firstName: "Ilse", lastName: "Varendonk" },
  });
  expect(registered.ok(), await registered.text()).toBe(true);
  const link = new URL(await mailedLink(username, "/registration/verify"));
  const token = link.searchParams.get("token");
  const verified = await request.post("/api/v1/auth/verify", { data: { token } });
  expect(verified.ok(), await verified.text()).toBe(true);

  const operator = await apiOf(request, "admin@demo.example");
  const { content } = await operator.get(`/management/users?q=${encodeURIComponent(username)}`);
  const [user] = content as { id: number; version: number }[];
  const roles = await operator.get("/management/roles");
  const { id: roleId } = roles.content.find(({ name }: { name: string }) => name === "User");
  const admitted = await operator.patch(`/management/users/${user!.id}`, {
    version: user!.version,
    roleId,
  });
  expect(admitted.ok(), await admitted.text()).toBe(true);
  return username;
}
