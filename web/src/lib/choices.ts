interface Named {
  id: number;
  name: string;
}

/** What can be chosen by its name; the chosen one comes first where the search has not found it. */
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
    /** What the chosen one is called; undefined while unknown. */
    chosen: one?.name,
  };
}
