interface NamedTab {
  name: string;
  label: string;
  count: number | undefined;
}

/** The tabs of a list by status, in the order given, each with its count as far as that is known. */
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
