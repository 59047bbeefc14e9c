/** Parses the query string as plain text: the router's default parser would turn `token=123` into a number. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  const params = new URLSearchParams(text);
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    search[name] = values.length === 1 ? values[0]! : values;
  }
  return search;
}

/** The inverse; arrays become repeated parameters, undefined and null are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) params.append(name, String(one));
    }
  }
  return params.size > 0 ? `?${params}` : "";
}
