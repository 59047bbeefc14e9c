interface Tab {
  name: string;
  label: string;
  count: number | undefined;
}

/** The tabs of a list by status, in the order given, where "all" stands for every status together. */
export function statusTabs<Status extends string>(
  tabs: readonly (Status | "all")[],
  counts: Readonly<Record<Status, number>> | undefined,
  labelOf: (tab: Status | "all") => string,
): Tab[] {
  const statuses = tabs.filter((tab): tab is Status => tab !== "all");
  const all = counts && statuses.reduce((sum, status) => sum + counts[status], 0);
  return tabs.map((name) => ({
    name,
    label: labelOf(name),
    count: name === "all" ? all : counts?.[name as Status],
  }));
}
