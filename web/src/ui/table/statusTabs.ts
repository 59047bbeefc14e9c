interface NamedTab {
  name: string;
  label: string;
  count: number | undefined;
}

/** Returns the status tabs of a list in the given order, each with its count once known. */
export function statusTabs<Tab extends string>(
  tabs: readonly Tab[],
  counts: Readonly<Record<string, number>> | undefined,
  labelOf: (tab: Tab) => string,
): NamedTab[] {
  return tabs.map((name) => ({
    name,
    label: labelOf(name),
    count: counts && (counts[name] ?? 0),
  }));
}
