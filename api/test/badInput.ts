import fc from "fast-check";

/** The parts of JSON Schema that the API's document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: Schema;
}

/** One call of the API's document. */
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
}

export interface Request {
  /** With the query. */
  path: string;
  body: string | undefined;
}

const oddTexts = [
  "",
  " ",
  "a\u0000b",
  "\uD800abc",
  "\u202Eabc",
  "\uFFFE",
  "-1",
  "1.5",
  "1e9",
  "99999999999999999999",
  "null",
  "NaN",
  "%00",
  "..%2f..",
  "a,b",
  "name,up",
  "'; drop table users; --",
  '"\\%_',
  "💥".repeat(300),
  "x".repeat(5000),
  "2026-02-30",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "__proto__",
];
const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: "binary", maxLength: 60 }),
);
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(
    null,
    true,
    [],
    {},
    [[]],
    -1,
    0,
    0.5,
    1e21,
    1e-7,
    -0,
    -2147483649,
    2147483647,
    2147483648,
    Number.MAX_SAFE_INTEGER + 2,
    Array.from({ length: 400 }, (_, each) => each),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that mostly match a schema: they pass the first check and reach the next. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fitting));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const { minimum = 0, maximum = 2147483647 } = schema;
  switch (type) {
    case "integer":
      return fc.oneof(
        fc.constantFrom(1, 2),
        fc.integer({ min: minimum, max: Math.min(maximum, 2147483647) }),
      );
    case "number":
      return fc.oneof(
        fc.constantFrom(minimum, 9.99),
        fc.double({ min: minimum, max: maximum, noNaN: true }),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      });
    case "object":
      return fittingObject(schema);
    case "string":
      return fittingText(schema);
    default:
      return oddValue;
  }
}

function fittingObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, fitting(schema)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required.filter((name) => name in properties),
  });
}

function fittingText({ format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<unknown> {
  switch (format) {
    case "email":
      return fc.emailAddress();
    case "date":
      return fc.constantFrom("2024-02-29", "2026-11-22", "1970-01-01");
    case "date-time":
      return fc.constantFrom("2026-11-22T00:00:00Z", "1970-01-01T00:00:00+14:00");
    case "uri":
      return fc.constantFrom("https://registry.example.org/a?b=c", "javascript:alert(1)");
    default:
      return fc.string({
        unit: "grapheme",
        minLength: Math.min(minLength, 100),
        maxLength: Math.max(minLength, Math.min(maxLength, 60)),
      });
  }
}

/** A valid body with random changes: a field of another type, missing or unknown; or no valid body at all. */
function oddBody(schema: Schema): fc.Arbitrary<string> {
  const fields = Object.keys(schema.properties ?? {});
  const changed = fc
    .tuple(
      fitting(schema),
      fc.array(fc.tuple(fc.constantFrom(...fields, "somethingElse"), oddValue), { maxLength: 3 }),
    )
    .map(([body, changes]) =>
      typeof body === "object" && body !== null && !Array.isArray(body)
        ? { ...body, ...Object.fromEntries(changes) }
        : body,
    );
  const broken = fc.constantFrom('{"a": ', "", "[", '{"__proto__": {"isAdmin": true}}', "\u0000");
  return fc.oneof(
    { weight: 12, arbitrary: changed.map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: oddValue.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: broken },
  );
}

/** Requests to a call, from plausible to absurd. */
export function oddRequest({ path, parameters, body }: Operation): fc.Arbitrary<Request> {
  const inPath = parameters.filter((each) => each.in === "path");
  const inQuery = parameters.filter((each) => each.in === "query");
  const text = (schema: Schema) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom("1", "2") },
      { weight: 2, arbitrary: fitting(schema).map(String) },
      { weight: 2, arbitrary: oddText },
    );
  const query = fc.array(
    fc.oneof(
      ...inQuery.map(({ name, schema }) => fc.tuple(fc.constant(name), text(schema))),
      fc.tuple(fc.constant("noSuchThing"), oddText),
    ),
    { maxLength: 4 },
  );
  return fc
    .tuple(
      fc.tuple(...inPath.map(({ schema }) => text(schema))),
      inQuery.length > 0 ? query : fc.constant([]),
      body ? oddBody(body) : fc.constant(undefined),
    )
    .map(([places, pairs, content]) => {
      let filled = path;
      for (const [index, { name }] of inPath.entries()) {
        // Lone surrogates cannot be part of a URL; bodies contain them unchanged.
        filled = filled.replace(`{${name}}`, () =>
          encodeURIComponent(places[index]!.toWellFormed()),
        );
      }
      const asked = new URLSearchParams(pairs as [string, string][]).toString();
      return { path: asked ? `${filled}?${asked}` : filled, body: content };
    });
}
