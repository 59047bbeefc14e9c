import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import {
  email,
  id,
  instant,
  listQuery,
  pageOf,
  textInt,
  typedText,
  seenVersion,
} from "./shapes.ts";

/** A flag's name in code. */
export const flagName = z.string().regex(/^\w{1,100}$/, "Expected letters, digits and _");

/** A flag's value in addition to on and off; null for none. */
const flagValue = typedText(1, 2000).nullable();

/** Overrides a flag for one identity. */
export const flagOverride = z.object({
  id,
  /** The username that the pages identify with: an email address. */
  identity: z.string(),
  enabled: z.boolean(),
  value: z.string().nullable(),
  /** False until someone registers with this address. */
  hasAccount: z.boolean(),
});
export type FlagOverride = z.output<typeof flagOverride>;

export const flag = z.object({
  name: z.string(),
  description: z.string(),
  /** For everyone without an override. */
  enabled: z.boolean(),
  value: z.string().nullable(),
  updatedAt: instant,
  /** Of the flag itself; overrides are set and removed regardless of it. */
  version: z.int(),
  /** Ordered by identity. */
  overrides: z.array(flagOverride),
});
export type Flag = z.output<typeof flag>;

const flagQuery = listQuery(["name"], {});
export type FlagQuery = z.output<typeof flagQuery>;

export const listFlags = endpoint({
  method: "GET",
  path: "/management/flags",
  access: "settings:read",
  summary: "Every feature flag with its overrides, by name",
  query: flagQuery,
  response: pageOf(flag),
  csv: true,
});

const flagParams = z.object({ name: flagName });

export const getFlag = endpoint({
  method: "GET",
  path: "/management/flags/:name",
  access: "settings:read",
  summary: "One feature flag",
  params: flagParams,
  response: flag,
});

export const updateFlag = endpoint({
  method: "PATCH",
  path: "/management/flags/:name",
  access: "settings:write",
  summary:
    "Switch a flag for everybody without an override, or describe it; omitted fields stay unchanged",
  params: flagParams,
  body: z.strictObject({
    version: seenVersion,
    enabled: z.boolean().optional(),
    value: flagValue.optional(),
    description: typedText(3, 500).optional(),
  }),
  response: flag,
  refusals: ["VERSION_CONFLICT"],
});

export const putFlagOverride = endpoint({
  method: "PUT",
  path: "/management/flags/:name/overrides",
  access: "settings:write",
  // The email address is in the body, since request URLs end up in logs.
  summary: "Set one identity's override, replacing any it has",
  params: flagParams,
  body: z.strictObject({
    identity: email,
    enabled: z.boolean(),
    value: flagValue.optional(),
  }),
  response: flag,
});

export const deleteFlagOverride = endpoint({
  method: "DELETE",
  path: "/management/flags/:name/overrides/:id",
  access: "settings:write",
  summary: "Remove an override, so that the identity gets the common state",
  params: z.object({ name: flagName, id: textInt(1) }),
  response: noContent,
});

/** Path of the Flagsmith client's API in this app when no flag service is configured. */
export const flagServicePath = "/flags-api/v1/";

const traitValue = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]);

/** A trait of an identity, as the Flagsmith client sends it. It is echoed, not stored. */
export const trait = z.object({
  trait_key: z.string().min(1).max(200),
  trait_value: traitValue,
  transient: z.boolean().nullish(),
});

/** The client's identifier; anything but a known username is an identity without overrides. */
export const identifier = z.string().min(1).max(2000);

/** `POST identities/` of the Flagsmith client. Unknown fields of later clients are accepted. */
export const identityRequest = z.object({
  identifier: identifier.nullish(),
  traits: z.array(trait).max(100).nullish(),
  transient: z.boolean().nullish(),
});

/** A flag as Flagsmith returns it. */
export const servedFlag = z.object({
  feature: z.object({ id, name: z.string(), type: z.literal("STANDARD") }),
  enabled: z.boolean(),
  feature_state_value: z.string().nullable(),
});
export type ServedFlag = z.output<typeof servedFlag>;

export const identityAnswer = z.object({
  identifier: z.string().nullable(),
  flags: z.array(servedFlag),
  traits: z.array(z.object({ trait_key: z.string(), trait_value: traitValue })),
});
