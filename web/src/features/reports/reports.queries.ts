import { useQuery } from "@tanstack/react-query";
import { getMyReportFile, listMyReports, type BoughtReport } from "@tonneline/contract/reports";
import { call, download } from "../../lib/api.ts";

/** Queries the reports of the buyer's paid orders, latest first. Buyers have a handful, not thousands. */
export function useMyReports() {
  return useQuery({
    queryKey: ["reports", "mine"],
    queryFn: ({ signal }) => call(listMyReports, { query: { size: "200" } }, { signal }),
  });
}

/** Downloads a bought report under its file's name. */
export function downloadReport(
  { id }: BoughtReport,
  file: NonNullable<BoughtReport["file"]>,
): Promise<void> {
  return download(getMyReportFile, { params: { id: String(id) } }, file.name);
}
