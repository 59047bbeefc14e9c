import {
  flagServicePath,
  identifier,
  identityAnswer,
  identityRequest,
  servedFlag,
} from "@tonneline/contract/flags";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { refusalSchemas } from "../../core/http/problems.ts";
import type { ServedFlags } from "./flags.service.ts";

// A username and a few facts; the endpoint is public.
const bodyLimit = 16 * 1024;

type IdentityRequest = z.output<typeof identityRequest>;
const identity = identityAnswer.describe("Every flag as it is for this username");
const refused = refusalSchemas(["VALIDATION_FAILED", "INTERNAL", "UNAVAILABLE"]);
const refusedBody = refusalSchemas(["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"]);
const identityQuery = z.object({ identifier });

/**
 * Serves the Flagsmith client's calls from the app's own table. As with Flagsmith, no login is needed,
 * and an unknown username is one without overrides. There is a single environment: its key is ignored.
 */
export function flagServiceRoutes(app: FastifyInstance, flags: ServedFlags): void {
  const described = { tags: ["flags-api"], security: [] };
  const fresh = async (_request: unknown, reply: FastifyReply) => {
    void reply.header("cache-control", "no-store");
  };
  const options = (schema: object) => ({
    bodyLimit,
    onRequest: fresh,
    schema: { ...described, ...schema },
  });

  async function answerTo(username: string | null | undefined, traits: IdentityRequest["traits"]) {
    return {
      identifier: username ?? null,
      flags: await flags.served(username),
      traits: traits ?? [],
    };
  }

  app.get(
    `${flagServicePath}flags/`,
    options({
      operationId: "getServedFlags",
      summary: "Feature flags for anybody, as the Flagsmith client asks for them",
      response: { 200: z.array(servedFlag).describe("Every flag"), ...refused },
    }),
    () => flags.served(),
  );

  app.post(
    `${flagServicePath}identities/`,
    options({
      operationId: "postIdentity",
      summary: "Feature flags for one username, as the Flagsmith client asks for them",
      body: identityRequest,
      response: { 200: identity, ...refused, ...refusedBody },
    }),
    ({ body }) => {
      const { identifier: username, traits } = body as IdentityRequest;
      return answerTo(username, traits);
    },
  );

  app.get(
    `${flagServicePath}identities/`,
    options({
      operationId: "getIdentity",
      summary: "The same for a client that has no traits to send",
      querystring: identityQuery,
      response: { 200: identity, ...refused },
    }),
    ({ query }) => answerTo((query as z.output<typeof identityQuery>).identifier, []),
  );
}
