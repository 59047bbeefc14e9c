import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listProjects } from "@tonneline/contract/catalogue";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  updateReport,
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
import { callOnce } from "../../../lib/callOnce.ts";
import { createVersionedChanges } from "../../../lib/bulk.ts";
import { listOf, useRefreshList } from "../../../lib/lists.ts";

/** The operators' list of all reports. */
export const managedReports = listOf(listManagedReports, {
  key: ["management", "reports"],
  file: "reports",
  tabs: ["all", "shown", "hidden"],
  tabQuery: (tab) => (tab === "all" ? {} : { hidden: String(tab === "hidden") }),
  sort: "publishedAt",
  descending: true,
});

export type ReportBody = RequestOf<typeof createReport>["body"];

/** Queries one report; disabled while `id` is empty. */
export function useManagedReport(id: string) {
  return useQuery({
    queryKey: [...managedReports.key, "one", id],
    queryFn: ({ signal }) => call(getManagedReport, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** Queries projects to choose from, by the typed text. */
export function useProjectChoices(q: string) {
  const query = { size: "20", ...(q.trim() && { q: q.trim() }) };
  return useQuery({
    queryKey: ["projects", "choices", query],
    queryFn: ({ signal }) => call(listProjects, { query }, { signal }),
    select: ({ content }) => content.map(({ id, name }) => ({ id, name })),
    placeholderData: keepPreviousData,
  });
}

/** Adds a report, or changes the given one. */
export function saveReport(report: ManagedReport | undefined, body: ReportBody) {
  if (!report) return callOnce(createReport, { body });
  const params = { id: String(report.id) };
  return call(updateReport, { params, body: { ...body, version: report.version } });
}

/**
 * Uploads the PDF of a report at the version read, 50 MB at most; buyers of the report get the new one.
 * UNSUPPORTED_MEDIA_TYPE if it is not a PDF, VERSION_CONFLICT after a colleague's change.
 */
export function uploadReportFile({ id, version }: ManagedReport, file: Blob) {
  return call(putReportFile, {
    params: { id: String(id) },
    query: { version: String(version) },
    file,
  });
}

/** Downloads the PDF under its own name; only for a report that has one. */
export function loadReportFile(report: ManagedReport) {
  return download(getReportFile, { params: { id: String(report.id) } }, report.file?.name ?? "");
}

/** Hides a report or shows it. */
export function setHidden({ id, version }: Pick<ManagedReport, "id" | "version">, hidden: boolean) {
  return call(updateReport, { params: { id: String(id) }, body: { hidden, version } });
}

/** Creates the helper that changes many reports. */
export const reportChanges = () =>
  createVersionedChanges((id) => call(getManagedReport, { params: { id } }));

/**
 * Loads the orders, carts and requests to colleagues that keep a report from being deleted: twenty at most, and their
 * total.
 */
export function loadReportUses(reportId: number, signal: AbortSignal) {
  return call(getReportUses, { params: { id: String(reportId) } }, { signal });
}

/** Deletes a report permanently, with its file. IN_USE while orders, carts or requests to colleagues refer to it. */
export function removeReport(reportId: number) {
  return call(deleteReport, { params: { id: String(reportId) } });
}

/** Returns a function that invalidates the list of reports. */
export const useRefreshReports = () => useRefreshList(managedReports);
