import { useMutation, useQuery } from "@tanstack/react-query";
import {
  getMail,
  getMailAttachment,
  listMails,
  resendMail,
  resendMails,
} from "@tonneline/contract/mails";
import { call, download } from "../../lib/api.ts";
import { listOf, useRefreshList } from "../../lib/lists.ts";

// What waits is being delivered meanwhile.
const refreshEveryMs = 5_000;

/** What the product wrote, as the address has it. */
export const mails = listOf(listMails, {
  key: ["management", "mails"],
  file: "mails",
  sort: "createdAt",
  descending: true,
  refreshEveryMs,
});

/** One mail; not asked for while `id` is empty. */
export function useMail(id: string) {
  return useQuery({
    queryKey: [...mails.key, "one", id],
    queryFn: ({ signal }) => call(getMail, { params: { id } }, { signal }),
    enabled: id !== "",
    refetchInterval: ({ state }) => state.data?.status === "WAITING" && refreshEveryMs,
  });
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

/** Asks again for every list and mail. */
export const useRefreshMails = () => useRefreshList(mails);

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
