import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { listProjects } from "@tonneline/contract/catalogue";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  changeReport,
  createReport,
  deleteReport,
  getManagedReport,
  getReportFile,
  getReportUses,
  listManagedReports,
  putReportFile,
  type ManagedReport,
} from "@tonneline/contract/managedReports";
import { call, download, isRefusal } from "../../../lib/api.ts";
import { latestOnly } from "../../../lib/latest.ts";
import { exportList, useListPage } from "../../../lib/lists.ts";
import { pageQuery, type TableSearch, type TableSpec } from "../../../ui/table/tableSearch.ts";

const keys = { all: ["management", "reports"] as const };

// A search while somebody types: only the newest counts.
const findReports = latestOnly();

export const reportTabs = ["all", "shown", "hidden"] as const;

export const reportsSpec: TableSpec = {
  tabs: reportTabs,
  sorts: listManagedReports.list.sorts,
  sort: "publishedAt",
  descending: true,
  filters: {},
};

type Query = RequestOf<typeof listManagedReports>["query"];
export type ReportBody = RequestOf<typeof createReport>["body"];

/** What the API is asked for. */
export function queryOf(search: TableSearch): Query {
  return {
    ...pageQuery(search),
    ...(search.tab !== "all" && { hidden: search.tab === "hidden" ? "true" : "false" }),
  };
}

export function useManagedReports(query: Query) {
  return useListPage(findReports, listManagedReports, { query }, keys.all);
}

/** One report; not asked for while `id` is empty. */
export function useManagedReport(id: string) {
  return useQuery({
    queryKey: [...keys.all, "one", id],
    queryFn: ({ signal }) => call(getManagedReport, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** Projects by what was typed, to choose from. */
export function useProjectChoices(q: string) {
  const query = { size: "20", ...(q.trim() && { q: q.trim() }) };
  return useQuery({
    queryKey: ["projects", "choices", query],
    queryFn: ({ signal }) => call(listProjects, { query }, { signal }),
    select: ({ content }) => content.map(({ id, name }) => ({ id, name })),
    placeholderData: keepPreviousData,
  });
}

export function exportReports(query: Query): Promise<void> {
  return exportList(listManagedReports, { query }, "reports");
}

/** Adds a report, or changes the one that is given. */
export function saveReport(report: ManagedReport | undefined, body: ReportBody) {
  if (!report) return call(createReport, { body });
  const params = { id: String(report.id) };
  return call(changeReport, { params, body: { ...body, version: report.version } });
}

export function uploadReportFile(reportId: number, file: Blob) {
  return call(putReportFile, { params: { id: String(reportId) }, file });
}

export function loadReportFile(report: ManagedReport) {
  return download(getReportFile, { params: { id: String(report.id) } }, report.file?.name ?? "");
}

/**
 * Hides or shows reports one after the other, from the versions of the list. One that somebody has changed meanwhile is
 * refused once, so that the operator hears of it; a second try takes it as it is now.
 */
export function reportHider() {
  const versions = new Map<number, number>();
  return async ({ id, version }: ManagedReport, hidden: boolean): Promise<void> => {
    const params = { id: String(id) };
    try {
      const body = { hidden, version: versions.get(id) ?? version };
      await call(changeReport, { params, body });
    } catch (error) {
      if (isRefusal(error, "VERSION_CONFLICT")) {
        versions.set(id, (await call(getManagedReport, { params })).version);
      }
      throw error;
    }
  };
}

export function loadReportUses(reportId: number, signal: AbortSignal) {
  return call(getReportUses, { params: { id: String(reportId) } }, { signal });
}

export function removeReport(reportId: number) {
  return call(deleteReport, { params: { id: String(reportId) } });
}

export function useRefreshReports() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}
