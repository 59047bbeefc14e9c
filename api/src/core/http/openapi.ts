import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { isFile, noContent, type Endpoint } from "@tonneline/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { apiBase } from "./serve.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the call is declared by. */
    endpoint?: Endpoint;
  }
}

interface Operation {
  parameters?: object[];
  requestBody?: { required?: boolean; content: Record<string, object> };
  responses: Record<string, { description: string; content?: Record<string, object> }>;
}

/** The OpenAPI 3.1 document out of the schemas that validate, and a page to browse it. Register before the routes. */
export async function openApi(app: FastifyInstance, version: string): Promise<void> {
  const endpoints: Endpoint[] = [];
  app.addHook("onRoute", ({ method, config }) => {
    // Not the HEAD beside each GET.
    if (config?.endpoint?.method === method) endpoints.push(config.endpoint);
  });
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Tonneline API", version },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
    transformObject(document) {
      if (!("openapiObject" in document)) return document.swaggerObject;
      const paths = document.openapiObject.paths as Record<string, Record<string, Operation>>;
      for (const endpoint of endpoints) {
        const place = apiBase + endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
        complete(paths[place]![endpoint.method.toLowerCase()]!, endpoint);
      }
      return document.openapiObject;
    },
  });
  await app.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: true });
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
}

const bytes = { type: "string", format: "binary" };
const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description: "The same key and body act once",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};
const form = { type: "object", properties: { file: bytes }, required: ["file"] };

/** Adds what no schema validates: answers without JSON, uploads, the header of a key, and that a body may be left out. */
function complete(operation: Operation, endpoint: Endpoint): void {
  const { answer, body } = endpoint;
  const { responses } = operation;
  if (answer === noContent) responses[204] = { description: "Done" };
  if (isFile(answer)) {
    const content = Object.fromEntries(answer.mediaTypes.map((type) => [type, { schema: bytes }]));
    responses[200] = { description: "A file", content };
  }
  if (endpoint.csv) responses[200]!.content!["text/csv"] = { schema: { type: "string" } };
  if (endpoint.idempotent) (operation.parameters ??= []).push(idempotencyKey);
  if (endpoint.upload) {
    operation.requestBody = {
      required: true,
      content: { "multipart/form-data": { schema: form } },
    };
  }
  if (body?.safeParse(undefined).success) operation.requestBody!.required = false;
}
