import { endpoint, noContent, refusalsOf } from "@tonneline/contract/endpoint";
import { refusals, type RefusalCode } from "@tonneline/contract/refusals";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refuse } from "../src/core/errors.ts";
import { createServe } from "../src/core/http/serve.ts";
import { noReporting } from "../src/core/reporting.ts";
import { testApp, type TestApp } from "./app.ts";
import { bareServer } from "./bareServer.ts";
import { allEndpoints } from "../src/core/http/endpoints.ts";
import { importsBelow, textOf } from "./imports.ts";

/*
 * An endpoint declares the codes that a call may be refused with. Every test of a feature checks this: in tests an undeclared
 * code is answered as an error.
 */

const noted = endpoint({
  method: "POST",
  path: "/things",
  access: "public",
  summary: "A call that says less than it does",
  response: noContent,
  refusals: ["IN_USE"],
});

describe("A refusal that its endpoint does not declare", () => {
  async function refused(requireDeclared: boolean, code: "IN_USE" | "CART_CHANGED") {
    const logged: string[] = [];
    const app = await bareServer({
      reporting: {
        ...noReporting,
        report: (error) => void logged.push((error as Error).message),
      },
      requireDeclared,
    });
    const nobody = () => refuse("UNAUTHENTICATED");
    const serve = createServe(app, {
      authenticate: nobody,
      beginExport: nobody,
      enterExport: nobody,
      countUpload: nobody,
      today: nobody,
    });
    serve(noted, async () => refuse(code));
    const response = await app.inject({ method: "POST", url: "/api/v1/things" });
    await app.close();
    return { code: response.json().code, logged };
  }

  test("is reported, but still answered", async () => {
    const logged = ["POST /api/v1/things does not declare CART_CHANGED"];
    expect(await refused(false, "CART_CHANGED")).toEqual({ code: "CART_CHANGED", logged });
  });

  test("fails the test that meets it", async () => {
    expect(await refused(true, "CART_CHANGED")).toMatchObject({ code: "INTERNAL" });
    expect(await refused(true, "IN_USE")).toEqual({ code: "IN_USE", logged: [] });
  });
});

/** Files that run for a call of these routes, including the services passed to their feature. */
function reachedFrom(routes: string): Set<string> {
  const feature = routes.replace(/[^/]+$/, "") + routes.split("/").at(-2) + ".feature.ts";
  const given = server.filter(({ from, typeOnly }) => from === feature && typeOnly);
  const reached = new Set([routes, ...given.map(({ to }) => to)]);
  for (const file of reached) for (const to of below.get(file) ?? []) reached.add(to);
  return reached;
}
const server = importsBelow("api/src");
const below = new Map<string, string[]>();
for (const { from, to, typeOnly } of server) {
  if (!typeOnly || to.endsWith(".service.ts")) below.set(from, [...(below.get(from) ?? []), to]);
}

test("A declared refusal can be thrown by its call, and none is declared twice", async () => {
  const endpoints = await allEndpoints();
  const routes = [...below.keys()].filter((file) => file.endsWith(".routes.ts"));
  const codesOf = new Map(
    routes.map((file) => {
      const texts = [...reachedFrom(file)].filter((each) => each.startsWith("api/")).map(textOf);
      const codes = texts.flatMap((text) => [
        ...text.matchAll(/"([A-Z]+_[A-Z_]+|BLOCKED|UNVERIFIED)"/g),
      ]);
      return [file, new Set(codes.map(([, code]) => code))] as const;
    }),
  );
  const servedIn = (what: string) =>
    routes.filter((file) => new RegExp(`\\b${what}\\b`).test(textOf(file)));
  const idle = endpoints.flatMap(({ name, module, endpoint: each }) => {
    const { refusals: declared = [], ...plain } = each;
    const brought = refusalsOf(plain);
    const named = servedIn(name);
    // Calls of the same kind are registered in a loop without naming them.
    const files = named.length > 0 ? named : servedIn(`contract/${module}`);
    const isThrown = (code: RefusalCode) => files.some((file) => codesOf.get(file)!.has(code));
    return declared
      .filter((code) => brought.includes(code) || !isThrown(code))
      .map((code) => `${name} declares ${code}`);
  });
  expect(endpoints.some(({ endpoint: { refusals: declared } }) => declared)).toBe(true);
  expect(idle).toEqual([]);
});

describe("The API's document", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  test("shows every refusal of a call with its status and text", async () => {
    const { body } = await t.call(undefined, "GET", "/openapi.json");
    for (const { name, endpoint: each } of await allEndpoints()) {
      const path = `/api/v1${each.path.replaceAll(/:(\w+)/g, "{$1}")}`;
      const { responses } = body.paths[path][each.method.toLowerCase()];
      for (const code of refusalsOf(each)) {
        const { status, text } = refusals[code];
        const shown = responses[status];
        expect(shown?.description, `${name} ${code}`).toContain(`\`${code}\`: ${text}`);
        const { schema } = shown.content["application/problem+json"];
        expect(schema.properties.code.enum, name).toContain(code);
      }
    }
  });
});
