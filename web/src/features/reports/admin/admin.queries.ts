import { keepPreviousData, useQuery } from "@tanstack/react-query";
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
import { call, download } from "../../../lib/api.ts";
import { changesOf } from "../../../lib/bulk.ts";
import { listOf, useRefreshList } from "../../../lib/lists.ts";

/** Every report, as the address has them. */
export const managedReports = listOf(listManagedReports, {
  key: ["management", "reports"],
  file: "reports",
  tabs: ["all", "shown", "hidden"],
  tabQuery: (tab) => (tab === "all" ? {} : { hidden: String(tab === "hidden") }),
  sort: "publishedAt",
  descending: true,
});

export type ReportBody = RequestOf<typeof createReport>["body"];

/** One report; not asked for while `id` is empty. */
export function useManagedReport(id: string) {
  return useQuery({
    queryKey: [...managedReports.key, "one", id],
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

/** Adds a report, or changes the one that is given. */
export function saveReport(report: ManagedReport | undefined, body: ReportBody) {
  if (!report) return call(createReport, { body });
  const params = { id: String(report.id) };
  return call(changeReport, { params, body: { ...body, version: report.version } });
}

/**
 * Sets the PDF of a report as it was read, of 50 MB at most; who bought the report gets the new one.
 * UNSUPPORTED_MEDIA_TYPE for no PDF, VERSION_CONFLICT after a colleague's change.
 */
export function uploadReportFile({ id, version }: ManagedReport, file: Blob) {
  return call(putReportFile, {
    params: { id: String(id) },
    query: { version: String(version) },
    file,
  });
}

/** Hands the PDF to the browser under its own name; only for a report that has one. */
export function loadReportFile(report: ManagedReport) {
  return download(getReportFile, { params: { id: String(report.id) } }, report.file?.name ?? "");
}

/** Hides a report or shows it. */
export function setHidden({ id, version }: Pick<ManagedReport, "id" | "version">, hidden: boolean) {
  return call(changeReport, { params: { id: String(id) }, body: { hidden, version } });
}

/** Changes many reports. */
export const reportChanges = () => changesOf((id) => call(getManagedReport, { params: { id } }));

/** The orders, carts and requests to colleagues that keep a report: twenty at most, and how many there are. */
export function loadReportUses(reportId: number, signal: AbortSignal) {
  return call(getReportUses, { params: { id: String(reportId) } }, { signal });
}

/** For good, with its file. IN_USE while orders, carts or requests to colleagues name it. */
export function removeReport(reportId: number) {
  return call(deleteReport, { params: { id: String(reportId) } });
}

/** Has the list of reports asked for again. */
export const useRefreshReports = () => useRefreshList(managedReports);
