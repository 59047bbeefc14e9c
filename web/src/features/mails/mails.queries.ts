import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  getMail,
  getMailAttachment,
  listMails,
  mailStatuses,
  resendMail,
  resendMails,
} from "@tonneline/contract/mails";
import { call, download } from "../../lib/api.ts";
import { latestOnly } from "../../lib/latest.ts";
import { exportList, useListCounts, useListPage } from "../../lib/lists.ts";
import { pageQuery, type TableSearch, type TableSpec } from "../../ui/table/tableSearch.ts";

type MailQuery = RequestOf<typeof listMails>["query"];

export const mailTabs = ["all", ...mailStatuses] as const;

/** What the address bar says of the list. */
export const mailsSpec: TableSpec = {
  tabs: mailTabs,
  sorts: listMails.list.sorts,
  sort: "createdAt",
  descending: true,
  filters: {},
};

const keys = { all: ["management", "mails"] as const };
// Asked anew with every pause in typing.
const findMails = latestOnly();

// What waits is being delivered meanwhile.
const refreshEveryMs = 10_000;

/** What the API is asked for. */
export function queryOf(search: TableSearch): MailQuery {
  return {
    ...pageQuery(search),
    ...(search.tab !== "all" && { status: search.tab }),
  };
}

/** A page of the mails; the page before stays on screen while the next one loads. */
export function useMails(search: TableSearch) {
  const query = queryOf(search);
  return useListPage(findMails, listMails, { query }, keys.all, refreshEveryMs);
}

/** All mails of a filter as a file. */
export function exportMails(query: MailQuery): Promise<void> {
  return exportList(listMails, { query }, "mails");
}

/** One mail; not asked for while `id` is empty. */
export function useMail(id: string) {
  return useQuery({
    queryKey: [...keys.all, "one", id],
    queryFn: ({ signal }) => call(getMail, { params: { id } }, { signal }),
    enabled: id !== "",
    refetchInterval: ({ state }) => state.data?.status === "WAITING" && refreshEveryMs,
  });
}

/** How many mails were given up; undefined while unknown or not asked for. */
export function useDeadLetters(enabled: boolean): number | undefined {
  return useListCounts(listMails, keys.all, enabled)?.FAILED;
}

/** Sends one mail again. */
export function resend(mailId: number) {
  return call(resendMail, { params: { id: String(mailId) } });
}

/** The same from the mail itself. */
export function useResend() {
  const refresh = useRefreshMails();
  return useMutation({ mutationFn: resend, onSettled: refresh });
}

/** Sends all mails again that were given up. */
export function useResendAll() {
  const refresh = useRefreshMails();
  return useMutation({ mutationFn: () => call(resendMails, { body: {} }), onSettled: refresh });
}

/** Asks anew for every list and mail. */
export function useRefreshMails() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}

/** Downloads a file attached to a mail under its name. */
export function useAttachmentDownload(mailId: number) {
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      download(
        getMailAttachment,
        { params: { id: String(mailId), attachmentId: String(id) } },
        name,
      ),
  });
}
