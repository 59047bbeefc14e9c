import type { FastifyInstance } from "fastify";

/** Returns the methods that a server's routes support at a path, in alphabetical order. */
export type MethodsAt = (path: string) => string[];

/** Collects the routes that are added from now on, other than wildcards. */
export function collectMethods(app: FastifyInstance): MethodsAt {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    if (url.includes("*")) return;
    const methods = methodsOf.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsOf.set(url, methods);
  });
  return (path) => {
    const given = path.split("/");
    const found = [...methodsOf].flatMap(([url, methods]) =>
      matches(url.split("/"), given) ? [...methods] : [],
    );
    return [...new Set(found)].toSorted();
  };
}

/** Whether the parts of a path are those of a route, in which `:id` stands for any. */
function matches(route: string[], given: string[]): boolean {
  return (
    route.length === given.length &&
    route.every((part, index) => part.startsWith(":") || part === given[index])
  );
}
