interface Named {
  id: number;
  name: string;
}

/** Returns select options by name; the chosen one comes first if the search did not find it. */
export function choicesOf(
  found: readonly Named[] | undefined,
  one: Pick<Named, "name"> | undefined,
  chosen: string | undefined,
) {
  const rows = (found ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const known = rows.some(({ value }) => value === chosen);
  const own = chosen && one && !known ? [{ value: chosen, label: one.name }] : [];
  return {
    choices: [...own, ...rows],
    /** The name of the chosen one; undefined while unknown. */
    chosen: one?.name,
  };
}
