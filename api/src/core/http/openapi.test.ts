import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFile, noContent, refusalsOf, type Endpoint } from "@tonneline/contract/endpoint";
import { problem } from "@tonneline/contract/shapes";
import { testApp, type TestApp } from "../../../test/app.ts";
import {
  authTokenSeconds,
  refreshGraceMs,
  refreshTokenSeconds,
  sessionDays,
} from "../../features/accounts/accounts.rules.ts";
import { defaultSettings } from "../../features/settings/settings.defaults.ts";
import { allEndpoints } from "./endpoints.ts";

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  deprecated?: boolean;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  responses: Record<string, Response>;
}

interface Response {
  description: string;
  headers?: object;
  content?: Record<string, Content>;
}

interface Content {
  schema: { $ref?: string; properties?: { code?: { enum: string[] } } & object };
}

interface Document {
  info: { description: string };
  servers: object[];
  security: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, object> }> };
}

const endpoints = await allEndpoints();
let t: TestApp;
let document: Document;
let paths: Document["paths"];
let operations: Operation[];
beforeAll(async () => {
  t = await testApp();
  document = (await t.app.inject({ url: "/api/v1/openapi.json" })).json();
  ({ paths } = document);
  operations = Object.values(paths).flatMap((each) => Object.values(each));
});
afterAll(() => t.close());

const operationOf = ({ method, path }: Endpoint) =>
  paths[`/api/v1${path.replaceAll(/:(\w+)/g, "{$1}")}`]![method.toLowerCase()]!;

/** The names of the endpoints for which the document differs from `said`. */
function otherThan(said: (endpoint: Endpoint) => unknown, read: (operation: Operation) => unknown) {
  return endpoints
    .filter(({ endpoint }) => {
      const [expected, found] = [said(endpoint), read(operationOf(endpoint))];
      return JSON.stringify(expected) !== JSON.stringify(found);
    })
    .map(({ name }) => name);
}

describe("The API's document describes for every call", () => {
  test("its unique name in the contract", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
    const byId = endpoints.map(({ name, endpoint }) => [name, operationOf(endpoint).operationId]);
    expect(byId.filter(([name, id]) => name !== id)).toEqual([]);
  });

  test("its successful answers", () => {
    expect(operations.length).toBeGreaterThanOrEqual(endpoints.length);
    for (const { responses } of operations) {
      expect(Object.keys(responses)).toContainEqual(expect.stringMatching(/^2/));
    }
    const typesOf = ({ response, status, csv, accepted }: Endpoint) => {
      if (response === noContent) return { 204: [] };
      const types = isFile(response)
        ? response.mediaTypes
        : ["application/json", ...(csv ? ["text/csv"] : [])];
      return {
        [status ?? 200]: types,
        ...(accepted && { 202: ["application/json"] }),
        ...(isFile(response) && { 206: types }),
      };
    };
    const typesIn = ({ responses }: Operation) =>
      Object.fromEntries(
        Object.entries(responses)
          .filter(([status]) => status.startsWith("2"))
          .map(([status, { content = {} }]) => [status, Object.keys(content)]),
      );
    expect(otherThan(typesOf, typesIn)).toEqual([]);
  });

  test("JSON files as objects, all others as bytes", () => {
    const files = endpoints.filter(({ endpoint }) => isFile(endpoint.response));
    const schemas = files.flatMap(({ endpoint }) =>
      Object.entries(operationOf(endpoint).responses[200]!.content!),
    );
    expect(schemas.map(([type]) => type)).toContain("application/json");
    for (const [type, { schema }] of schemas) {
      expect(schema).toMatchObject({ type: type === "application/json" ? "object" : "string" });
    }
  });

  test("in words what it does and answers, and when to retry", () => {
    for (const { summary, tags, responses } of operations) {
      expect({ summary, tags }).toEqual({
        summary: expect.any(String),
        tags: [expect.any(String)],
      });
      for (const [status, { description, headers }] of Object.entries(responses)) {
        expect(description).toMatch(/^(?!Default Response)./);
        if (status === "401") expect(headers).toHaveProperty("WWW-Authenticate");
        if (status === "429" || status === "503") expect(headers).toHaveProperty("Retry-After");
        if (status.startsWith("2") && status !== "204") {
          expect(responses[status]).toHaveProperty("content");
        }
      }
    }
    const said = ["authToken", "totalElements", "Idempotency-Key", "postalCode", "Retry-After"];
    for (const text of said) {
      expect(document.info.description).toContain(text);
    }
  });

  test("the group that it belongs to, by its subject, in alphabetical order", () => {
    const groups = document.tags.map(({ name }) => name);
    expect(operations.flatMap(({ tags }) => tags!).filter((tag) => !groups.includes(tag))).toEqual(
      [],
    );
    expect(groups).toEqual([...new Set(groups)].toSorted());
    const groupsOf = (call: string) => operations.find((each) => each.operationId === call)?.tags;
    expect(groupsOf("checkout")).toEqual(["me/cart"]);
    expect(groupsOf("getBankEntry")).toEqual(["management/bank"]);
    expect(groupsOf("getMe")).toEqual(["me"]);
    expect(groupsOf("listProjects")).toEqual(["projects"]);
  });

  test("whether a newer call replaces it", () => {
    const said = ({ path }: Endpoint) => path.endsWith("/deprecated");
    expect(otherThan(said, ({ deprecated }) => deprecated ?? false)).toEqual([]);
  });

  test("how long its tokens and keys last", () => {
    const { description } = document.info;
    const dayOf = (seconds: number) => seconds / 24 / 3600;
    for (const text of [
      `valid for ${authTokenSeconds / 60} minutes`,
      `${refreshGraceMs / 1000} seconds after`,
      `${dayOf(refreshTokenSeconds)} days after the last exchange, and ${sessionDays} days after`,
      `kept for ${defaultSettings(30, false).retention.answerDays} days`,
    ]) {
      expect(description.replaceAll("\n", " ")).toContain(text);
    }
  });

  test("that a stored file which the caller has is not sent again", () => {
    const said = ({ response }: Endpoint) => isFile(response);
    expect(otherThan(said, ({ responses }) => "304" in responses)).toEqual([]);
  });

  test("its body, and whether that is optional", () => {
    const said = ({ body, upload }: Endpoint) => {
      if (upload) return [["multipart/form-data"], true];
      return body && [["application/json"], !body.safeParse(undefined).success];
    };
    const read = ({ requestBody: body }: Operation) =>
      body && [Object.keys(body.content), body.required];
    expect(otherThan(said, read)).toEqual([]);
    const approve = endpoints.find(
      ({ endpoint }) => endpoint.path === "/management/orders/:id/approve",
    );
    expect(operationOf(approve!.endpoint).requestBody?.required).toBe(false);
  });

  test("how large its upload may be, as the refusal of a larger one says it", () => {
    const said = ({ upload }: Endpoint) => upload && `At most ${upload.maxBytes / 1024 / 1024} MB`;
    const read = ({ requestBody: body }: Operation) => {
      const form = body?.content["multipart/form-data"] as Content | undefined;
      const { file } = (form?.schema.properties ?? {}) as { file?: { description: string } };
      return file?.description;
    };
    expect(otherThan(said, read)).toEqual([]);
    expect(document.info.description).toContain("at most 1 MB, 64 kB where no login is needed");
  });

  test("each shape once, under its name in the contract", () => {
    const text = JSON.stringify(document);
    const schemaOf = (call: string) => {
      const { endpoint } = endpoints.find(({ name }) => name === call)!;
      return operationOf(endpoint).responses[200]!.content!["application/json"]!.schema;
    };
    expect(schemaOf("getOrder")).toEqual({ $ref: "#/components/schemas/ManagedOrder" });
    expect(schemaOf("listOrders").properties).toMatchObject({
      content: { items: { $ref: "#/components/schemas/ManagedOrderSummary" } },
    });
    const { schemas } = document.components;
    const named = new Set(text.match(/(?<="#\/components\/schemas\/)\w+(?=")/g));
    expect([...named].toSorted()).toEqual(Object.keys(schemas).toSorted());
    const answers = JSON.stringify(operations.map(({ responses }) => responses));
    const shapes = Object.entries(schemas).map(([name, shape]) => [name, JSON.stringify(shape)]);
    const writtenAgain = shapes.filter(
      ([, shape]) => shape!.length > 1000 && answers.includes(shape!),
    );
    expect(writtenAgain.map(([name]) => name)).toEqual([]);
  });

  test("the shape of a refusal once, and the codes of each call", () => {
    const { Problem } = document.components.schemas;
    expect(Object.keys(Problem!.properties)).toEqual(Object.keys(problem.shape));
    const codesOf = ({ responses }: Operation) =>
      Object.values(responses).flatMap(({ content }) => {
        const refused = content?.["application/problem+json"]?.schema;
        if (refused) expect(refused.$ref).toBe("#/components/schemas/Problem");
        return refused?.properties?.code?.enum ?? [];
      });
    expect(
      otherThan(
        (endpoint) => refusalsOf(endpoint).toSorted(),
        (each) => codesOf(each).toSorted(),
      ),
    ).toEqual([]);
  });

  test("the types of its parameters: numbers, flags, lists, and sort orders", () => {
    const said = operations.flatMap(({ parameters = [] }) => parameters);
    const schemas = (name: string) =>
      said.filter((each) => each.name === name).map(({ schema }) => schema);
    const largest = 2147483647;
    const ids = { type: "integer", minimum: 1, maximum: largest };
    expect(schemas("page")).toContainEqual({ ...ids, minimum: 0, default: 0 });
    expect(schemas("size")).toContainEqual({ ...ids, default: largest });
    expect(schemas("id")).toContainEqual(ids);
    expect(schemas("registry")[0]).toMatchObject({ type: "array", items: ids });
    expect(schemas("creditType")[0]).toMatchObject({ items: { enum: ["EX_POST", "EX_ANTE"] } });
    expect(schemas("availableOnly")[0]).toEqual({ type: "boolean" });
    expect(schemas("priceFrom")[0]).toMatchObject({ type: "number", minimum: 0 });
    const searches = schemas("q").filter((each) => !("minLength" in each && each.minLength));
    expect(searches.map((each) => "maxLength" in each && each.maxLength)).toEqual(
      searches.map(() => 200),
    );
    const sorts = (endpoint: Endpoint) =>
      endpoint.list?.sorts.flatMap((field) => [field, `${field},asc`, `${field},desc`]) ??
      read(operationOf(endpoint));
    const read = ({ parameters = [] }: Operation) => {
      const sort = parameters.find(({ name }) => name === "sort")?.schema;
      return (sort as { items: { enum: string[] } } | undefined)?.items.enum;
    };
    expect(otherThan(sorts, read)).toEqual([]);
  });

  test("an email address by its format and length, as it is typed", () => {
    const { requestBody } = operations.find((each) => each.operationId === "checkout")!;
    const content = requestBody!.content as Record<string, Content>;
    expect(content["application/json"]!.schema.properties).toHaveProperty("invoiceEmail", {
      type: "string",
      format: "email",
      maxLength: 254,
    });
  });

  test("what a number with decimals counts: euros, percent or tonnes", () => {
    const { schemas } = document.components;
    const said = (name: string, field: string) =>
      (schemas[name]!.properties[field] as { description?: string }).description;
    const decimals = ", with at most two decimals";
    expect(said("Order", "totalPriceGross")).toBe(`Euros${decimals}`);
    expect(said("PriceListRuleInput", "percent")).toBe(`Percent${decimals}`);
    expect(said("PriceRuleInput", "by")).toBe(`Percent or euros, as \`kind\` says${decimals}`);
    expect(said("ApprovalRuleInput", "over")).toBe("Euros, or whole tonnes if `kind` is TONNES");
    const parameters = operations.flatMap((each) => each.parameters ?? []);
    const priceFrom = parameters.find(({ name }) => name === "priceFrom");
    expect(priceFrom).toHaveProperty("description", `Euros${decimals}`);
  });

  test("integers of 64 bits as such, and no bounds that are only JavaScript's", () => {
    const { Cart, Problem } = document.components.schemas;
    expect(Cart!.properties.totalCredits).toEqual({ type: "integer", format: "int64" });
    expect(Problem!.properties.available).toEqual({ type: "integer", format: "int64" });
    expect(Cart!.properties.id).toEqual({ type: "integer", minimum: 1, maximum: 2147483647 });
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test("patterns in syntax that every language reads", () => {
    expect(JSON.stringify(document)).not.toMatch(/\\\\[pP]\{/);
  });

  test("the counts of a list by the name of each tab", () => {
    const counts = otherThan(
      ({ list }) => list?.tabs?.names.toSorted(),
      ({ responses }) => {
        const schema = responses[200]?.content?.["application/json"]?.schema;
        const { counts: found } = (schema?.properties ?? {}) as {
          counts?: { properties?: object; additionalProperties: unknown };
        };
        return found?.properties && Object.keys(found.properties).toSorted();
      },
    );
    // The first has names of its own, the second two more: it splits a status.
    expect(counts.toSorted()).toEqual(["listManagedReports", "listOrders"]);
  });

  test("no constraint on amounts that our own would violate in a validator", () => {
    expect(JSON.stringify(document)).not.toContain("multipleOf");
  });

  test("whether it takes an idempotency key", () => {
    const said = ({ idempotent }: Endpoint) => (idempotent ? ["Idempotency-Key"] : []);
    const read = ({ parameters = [] }: Operation) =>
      parameters.filter((each) => each.in === "header").map((each) => each.name);
    expect(otherThan(said, read)).toEqual([]);
  });
});

test("The API's document says where its calls are, and that some need no login", () => {
  expect(document.servers).toEqual([{ url: "/" }]);
  expect(document.security).toEqual([]);
});

test("The API's document is serialized and compressed once for all callers", async () => {
  const ask = (encodings: string) =>
    t.app.inject({ url: "/api/v1/openapi.json", headers: { "accept-encoding": encodings } });
  await expect.poll(async () => (await ask("gzip, br")).headers["content-encoding"]).toBe("br");
  const [packed, again] = [await ask("gzip, br"), await ask("br")];
  expect(again.rawPayload.equals(packed.rawPayload)).toBe(true);
  expect(JSON.parse(brotliDecompressSync(again.rawPayload).toString())).toEqual(document);
  // An answer that would have to be compressed for this caller alone is not.
  expect((await ask("br;q=1")).headers).not.toHaveProperty("content-encoding");
});

test.each(["json", "yaml"])("The API's page redirects to the one document for %s", async (kind) => {
  const response = await t.app.inject({ url: `/api/docs/${kind}` });
  expect(response.statusCode).toBe(302);
  expect(response.headers.location).toBe("/api/v1/openapi.json");
});

test("The API's page does not upgrade to https where there is none", async () => {
  const { headers } = await t.app.inject({ url: "/api/docs/" });
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain("upgrade-insecure-requests");
});
