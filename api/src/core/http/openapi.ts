import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { maxEuros } from "@tonneline/contract/ceilings";
import { isFile, noContent, type Endpoint } from "@tonneline/contract/endpoint";
import { problem } from "@tonneline/contract/shapes";
import type { FastifyInstance } from "fastify";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from "fastify-type-provider-zod";
import { z } from "zod";
import { allEndpoints, allShapes } from "./endpoints.ts";
import { introduction } from "./introduction.ts";
import { ReadyJson } from "./readyJson.ts";
import { apiBase } from "./serve.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The call's declaration. */
    endpoint?: Endpoint;
  }
}

interface Operation {
  operationId?: string;
  tags?: string[];
  parameters?: object[];
  requestBody?: { required?: boolean; content: Record<string, object> };
  responses: Record<string, Response>;
}

interface Response {
  description: string;
  headers?: object;
  content?: Record<string, Content>;
}

interface Content {
  schema: { $ref?: string; type?: string; properties?: Record<string, object> };
}

interface Whole {
  components: { schemas: Record<string, object> };
}

type Override = NonNullable<z.core.JSONSchemaGeneratorParams["override"]>;

const override: Override = (context) => {
  describeText(context);
  describeAmount(context);
  describeInteger(context);
  describeNames(context);
};
const config = { zodToJsonConfig: { override } };
const describe = createJsonSchemaTransform(config);
const describeNamed = createJsonSchemaTransformObject(config);

/**
 * URL parameters are text: documents the type that they are parsed to, a number, a flag or a list. Of text that is cleaned
 * first, documents the format and limits of what remains, but no pattern: an IBAN may be typed with blanks.
 */
const describeText: Override = ({ zodSchema, jsonSchema }) => {
  const out = readAs(zodSchema);
  if (out?.type === "string") {
    const { format, maxLength } = z.toJSONSchema(out, { io: "input" });
    Object.assign(jsonSchema, { ...(format && { format }), ...(maxLength && { maxLength }) });
  } else if (out) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    const { $schema: _, ...read } = z.toJSONSchema(out, { io: "input", override });
    Object.assign(jsonSchema, read);
  }
  // Zod omits the default of a transformed schema.
  if (zodSchema instanceof z.ZodDefault && readAs(zodSchema.def.innerType)) {
    jsonSchema.default = zodSchema.def.defaultValue;
  }
};

function readAs(schema: z.core.$ZodType): z.ZodType | undefined {
  const out = schema instanceof z.ZodPipe ? (schema.def.out as z.ZodType) : undefined;
  return out && ["string", "number", "boolean", "array"].includes(out.type) ? out : undefined;
}

/**
 * Omits that an amount is a multiple of 0.01: a validator that divides would reject our own 4.35. Amounts with more decimals
 * are refused anyway.
 */
const describeAmount: Override = ({ jsonSchema }) => {
  if (jsonSchema.multipleOf !== 0.01 && jsonSchema.maximum !== maxEuros) return;
  delete jsonSchema.multipleOf;
  jsonSchema.description ??= "Euros, with at most two decimals";
};

/** Generated clients read an integer as 32 bits unless it says otherwise: too few for sums of credits. */
const describeInteger: Override = ({ jsonSchema }) => {
  if (jsonSchema.type !== "integer") return;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum !== Number.MAX_SAFE_INTEGER) return;
  delete jsonSchema.maximum;
  jsonSchema.format = "int64";
};

/** Documents a record with a closed list of names as an object with these properties, which generated clients then have. */
const describeNames: Override = ({ jsonSchema }) => {
  const { propertyNames, additionalProperties } = jsonSchema;
  if (typeof propertyNames !== "object" || !propertyNames.enum || !additionalProperties) return;
  jsonSchema.properties = Object.fromEntries(
    propertyNames.enum.map((name) => [String(name), additionalProperties]),
  );
  jsonSchema.additionalProperties = false;
  delete jsonSchema.propertyNames;
};

/** Registers the shapes that the contract exports under their names, which the document's answers and bodies refer to. */
async function nameShapes(endpoints: Endpoint[]): Promise<void> {
  const addresses = endpoints.flatMap(({ params, query }) => [params, query]);
  for (const [name, shape] of await allShapes()) {
    // Parameters are not components, and the shape of a refusal is named below.
    if (shape === problem || addresses.includes(shape as z.ZodObject)) continue;
    shape.register(z.globalRegistry, { id: name[0]!.toUpperCase() + name.slice(1) });
  }
}

/** Returns the components that are referred to, directly or through others. */
function referredTo(from: unknown, all: Record<string, object>): Record<string, object> {
  const found = new Map<string, object>();
  const collect = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name!)) continue;
      found.set(name!, all[name!]!);
      collect(all[name!]);
    }
  };
  collect(from);
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Generates the OpenAPI 3.1 document from the validation schemas, and a page to browse it. Register before the routes. */
export async function openApi(app: FastifyInstance, version: string): Promise<void> {
  const named = await allEndpoints();
  await nameShapes(named.map(({ endpoint }) => endpoint));
  const names = new Map(named.map(({ name, endpoint }) => [endpoint, name]));
  const endpoints: Endpoint[] = [];
  app.addHook("onRoute", ({ method, config }) => {
    // Skips the HEAD route of each GET.
    if (config?.endpoint?.method === method) endpoints.push(config.endpoint);
  });
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Tonneline API", version, description: introduction },
      servers: [{ url: "/" }],
      // Calls that need a login say so.
      security: [],
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
        schemas: { Problem: z.toJSONSchema(problem, { override }) as object },
      },
    },
    transform: describe,
    transformObject(document) {
      if (!("openapiObject" in document)) return document.swaggerObject;
      const paths = document.openapiObject.paths as Record<string, Record<string, Operation>>;
      for (const operations of Object.values(paths)) {
        for (const { responses } of Object.values(operations)) completeRefusals(responses);
      }
      for (const endpoint of endpoints) {
        const path = apiBase + endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
        const operation = paths[path]![endpoint.method.toLowerCase()]!;
        operation.operationId = names.get(endpoint)!;
        complete(operation, endpoint);
      }
      const { schemas } = (describeNamed(document) as Whole).components;
      const operations = Object.values(paths).flatMap((each) => Object.values(each));
      return Object.assign(document.openapiObject, {
        tags: [...new Set(operations.flatMap(({ tags }) => tags ?? []))]
          .toSorted()
          .map((name) => ({ name })),
        components: { ...document.openapiObject.components, schemas: referredTo(paths, schemas) },
      });
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: docsPolicy,
    // Its own routes would serialize the document for each request, as YAML for seconds in which no other request is answered.
    uiHooks: {
      onRequest(request, reply, done) {
        if (/\/(json|yaml)$/.test(request.routeOptions.url ?? "")) void reply.redirect(address);
        else done();
      },
    },
  });
  let written: ReadyJson | undefined;
  // Nor is it compressed each time: it is public, and passwords are hashed by the same threads.
  app.get(address, { schema: { hide: true }, compress: false }, async (request, reply) => {
    written ??= new ReadyJson(JSON.stringify(app.swagger()));
    return written.for(request, reply);
  });
}

const address = `${apiBase}/openapi.json`;
// Its own policy upgrades to https even where there is none, so that the page could not load the document.
const docsPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";
const bytes = { type: "string", format: "binary" };
const object = { type: "object" };
const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description: "The same key and body take effect once",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};
const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait before trying again, where known",
    schema: { type: "integer", minimum: 1 },
  },
};
const challenge = {
  "WWW-Authenticate": {
    description: "How a caller is authenticated",
    schema: { type: "string", const: "Bearer" },
  },
};
const formOf = (maxBytes: number) => ({
  type: "object",
  properties: { file: { ...bytes, description: `At most ${maxBytes / 1024 / 1024} MB` } },
  required: ["file"],
});

/** Refers to the shared shape of a refusal, with this one's codes: inlined it would be two thirds of the document. */
function problemWith(code: object): Content["schema"] {
  return { $ref: "#/components/schemas/Problem", properties: { code } };
}

/** Refers to the shared shape of a refusal, and documents the headers of some. */
function completeRefusals(responses: Operation["responses"]): void {
  for (const [status, response] of Object.entries(responses)) {
    const refused = response.content?.["application/problem+json"];
    if (refused) refused.schema = problemWith(refused.schema.properties!.code!);
    if (status === "401") response.headers = challenge;
    if (["429", "503"].includes(status)) response.headers = retryAfter;
  }
}

/** Describes a call's successful answer. */
function successDescription({ method, list }: Endpoint): string {
  if (list) return "A page of the list";
  return method === "GET" ? "The requested data" : "Done, with the result";
}

/** Adds what no schema describes: answers other than JSON, uploads, the Idempotency-Key header, and optional bodies. */
function complete(operation: Operation, endpoint: Endpoint): void {
  const { response, body, status = 200 } = endpoint;
  const { responses } = operation;
  if (responses[status]) responses[status].description = successDescription(endpoint);
  if (endpoint.accepted)
    responses[202]!.description = "Requested: it waits for somebody's decision";
  if (response === noContent) responses[204] = { description: "Done" };
  if (isFile(response)) {
    const content = Object.fromEntries(
      response.mediaTypes.map((type) => [
        type,
        { schema: type === "application/json" ? object : bytes },
      ]),
    );
    responses[200] = { description: "A file", content };
    responses[206] = { description: "The part of a stored file that `Range` requests", content };
    responses[304] = { description: "A stored file that the caller has: `If-None-Match` names it" };
  }
  if (endpoint.csv) responses[200]!.content!["text/csv"] = { schema: { type: "string" } };
  if (endpoint.idempotent) (operation.parameters ??= []).push(idempotencyKey);
  if (endpoint.upload) {
    operation.requestBody = {
      required: true,
      content: { "multipart/form-data": { schema: formOf(endpoint.upload.maxBytes) } },
    };
  }
  if (body?.safeParse(undefined).success) operation.requestBody!.required = false;
}
