import { z } from "zod";
import { endpoint, file, noContent } from "./endpoint.ts";
import { factorProof } from "./proof.ts";
import { idParams } from "./shapes.ts";

/**
 * What prevents an account from being erased: work in progress, credits that nobody could retire any more, or being the
 * last account that may do everything.
 */
export const erasureObstacles = [
  "OPEN_ORDERS",
  "RETIREMENTS_IN_PROGRESS",
  "CREDITS_HELD",
  "LAST_ADMIN",
  "LAST_OWNER",
] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];

/** Records that the seller must retain by law, under the company's name and not the person's. */
export const erasureKeeps = ["orders", "invoices", "retirements", "auditEntries"] as const;

export const erasure = z.object({
  /** Empty if the account can be erased. `count`: orders, retirements or tonnes. */
  obstacles: z.array(z.object({ obstacle: z.enum(erasureObstacles), count: z.int() })),
  /** How many records of each kind are retained. */
  kept: z.record(z.enum(erasureKeeps), z.int()),
});
export type Erasure = z.output<typeof erasure>;

export const exportMyData = endpoint({
  method: "GET",
  path: "/me/data",
  access: "signedIn",
  summary: "All that is stored about the caller, as one JSON file",
  response: file("application/json"),
  generatedPerRequest: true,
});

export const getMyErasure = endpoint({
  method: "GET",
  path: "/me/erasure",
  access: "signedIn",
  summary: "What erasing the caller's account would keep, and what prevents it",
  response: erasure,
});

export const eraseMe = endpoint({
  method: "POST",
  path: "/me/erasure",
  access: "signedIn",
  summary: "Permanently erase the caller's account and personal data",
  body: z.strictObject({ password: z.string().min(1).max(200), ...factorProof }),
  response: noContent,
  refusals: ["IN_USE", "RATE_LIMITED"],
});

export const exportUserData = endpoint({
  method: "GET",
  path: "/management/users/:id/data",
  access: "users:write",
  summary: "All that is stored about a person, as one JSON file",
  params: idParams,
  response: file("application/json"),
  generatedPerRequest: true,
});

export const getUserErasure = endpoint({
  method: "GET",
  path: "/management/users/:id/erasure",
  access: "users:write",
  summary: "What erasing an account would keep, and what prevents it",
  params: idParams,
  response: erasure,
});

export const eraseUser = endpoint({
  method: "POST",
  path: "/management/users/:id/erasure",
  access: "users:write",
  summary:
    "Permanently erase a person's account and personal data; `username` repeats theirs to confirm",
  params: idParams,
  body: z.strictObject({ username: z.string().min(1).max(254) }),
  response: noContent,
  refusals: ["IN_USE", "INVALID_TRANSITION"],
});
