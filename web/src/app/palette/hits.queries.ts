import { useQueries } from "@tanstack/react-query";
import { listCompanies } from "@tonneline/contract/companies";
import { listOrders } from "@tonneline/contract/orders";
import { listUsers } from "@tonneline/contract/people";
import { listManagedProjects } from "@tonneline/contract/projects";
import { listRetirements } from "@tonneline/contract/managedRetirements";
import { call } from "../../lib/api.ts";
import { euros, tonnes } from "../../lib/format.ts";
import { loadChunk } from "../../lib/chunk.ts";
import { paths } from "../../lib/paths.ts";

/** A search result and where it opens. */
export interface Hit {
  /** Unique among all results. */
  key: string;
  title: string;
  /** Distinguishes it from similar results. */
  note: string;
  to: string;
  search?: Record<string, string>;
  /** The section of the page. */
  hash?: string;
}

export type Kind = "orders" | "retirements" | "companies" | "people" | "projects" | "settings";
export interface Group {
  kind: Kind;
  hits: Hit[];
}

const mostOfKind = 3;
const perGroup = String(mostOfKind);

const sources: Record<Kind, { permission: string; find: Find }> = {
  orders: {
    permission: "orders:read",
    find: async (q, signal) => {
      const { content } = await call(listOrders, { query: { q, size: perGroup } }, { signal });
      return content.map(({ id, companyName, totalPriceGross }) => ({
        title: `${id} ${companyName}`,
        note: euros(totalPriceGross),
        ...recordIn(paths.managementOrders, id),
      }));
    },
  },
  retirements: {
    permission: "retirements:read",
    find: async (q, signal) => {
      const { content } = await call(listRetirements, { query: { q, size: perGroup } }, { signal });
      return content.map(({ id, beneficiaryName, projectName, quantity }) => ({
        title: `${id} ${beneficiaryName}`,
        note: `${tonnes(quantity)}, ${projectName}`,
        ...recordIn(paths.managementRetirements, id),
      }));
    },
  },
  companies: {
    permission: "users:read",
    find: async (q, signal) => {
      const { content } = await call(listCompanies, { query: { q, size: perGroup } }, { signal });
      return content.map(({ id, name, vatNumber, ownerName }) => ({
        title: name,
        note: vatNumber ?? ownerName ?? "",
        to: paths.managementCompany.replace("$id", String(id)),
      }));
    },
  },
  people: {
    permission: "users:read",
    find: async (q, signal) => {
      const { content } = await call(listUsers, { query: { q, size: perGroup } }, { signal });
      return content.map(({ id, firstName, lastName, username }) => ({
        title: `${firstName} ${lastName}`.trim() || username,
        note: username,
        ...recordIn(paths.managementUsers, id),
      }));
    },
  },
  projects: {
    permission: "projects:read",
    find: async (q, signal) => {
      const { content } = await call(
        listManagedProjects,
        { query: { q, size: perGroup } },
        { signal },
      );
      return content.map(({ id, name, externalId }) => ({
        title: name,
        note: externalId ?? "",
        to: paths.managementProject,
        search: { id: String(id) },
      }));
    },
  },
  settings: {
    permission: "settings:read",
    find: async (q) => {
      const { findSections } = await loadChunk(
        () => import("../../features/settings/findSections.ts"),
      );
      return findSections(q)
        .slice(0, mostOfKind)
        .map(({ id, ...section }) => ({ ...section, to: paths.managementSettings, hash: id }));
    },
  },
};
type Find = (q: string, signal: AbortSignal) => Promise<Omit<Hit, "key">[]>;

// Searches the whole list: the record may not be on the tab of open ones.
const recordIn = (to: string, id: number) => ({ to, search: { tab: "all", open: String(id) } });

const kinds = Object.keys(sources) as Kind[];

/** Searches the operators' lists that the user may read, with a few results of each kind. */
export function useHits(
  q: string,
  permissions: ReadonlySet<string>,
  only: readonly Kind[] | undefined,
) {
  const asked = kinds.filter(
    (kind) => permissions.has(sources[kind].permission) && (!only || only.includes(kind)),
  );
  const found = useQueries({
    queries: asked.map((kind) => ({
      queryKey: ["management", "palette", kind, q],
      queryFn: ({ signal }: { signal: AbortSignal }) => sources[kind].find(q, signal),
      enabled: q.length > 1,
      staleTime: 10_000,
    })),
  });
  const groups = asked.map((kind, index): Group => {
    const hits = found[index]?.data ?? [];
    return {
      kind,
      hits: hits.map((hit) => ({
        ...hit,
        key: `${kind} ${hit.search?.open ?? hit.search?.id ?? hit.hash ?? hit.to}`,
      })),
    };
  });
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    waiting: found.some(({ isLoading }) => isLoading),
    failed: found.length > 0 && found.every(({ isError }) => isError),
  };
}
