interface NamedTab {
  name: string;
  label: string;
  count: number | undefined;
}

/** The tabs of a list by status, in the order given, where "all" stands for every status together and "open" for some of them. */
export function statusTabs<Tab extends string>(
  tabs: readonly Tab[],
  counts: Readonly<Record<string, number>> | undefined,
  labelOf: (tab: Tab) => string,
): NamedTab[] {
  const countOf = (name: string) => counts?.[name] ?? 0;
  const all = tabs.reduce(
    (sum, name) => sum + (name === "all" || name === "open" ? 0 : countOf(name)),
    0,
  );
  return tabs.map((name) => ({
    name,
    label: labelOf(name),
    count: counts && (name === "all" ? all : countOf(name)),
  }));
}
