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

// Waiting mails are being delivered meanwhile.
const refreshEveryMs = 5_000;

/** The list of mails sent by the product. */
export const mails = listOf(listMails, {
  key: ["management", "mails"],
  file: "mails",
  sort: "createdAt",
  descending: true,
  refreshEveryMs,
});

/** Queries one mail; disabled while `id` is empty. */
export function useMail(id: string) {
  return useQuery({
    queryKey: [...mails.key, "one", id],
    queryFn: ({ signal }) => call(getMail, { params: { id } }, { signal }),
    enabled: id !== "",
    refetchInterval: ({ state }) => state.data?.status === "WAITING" && refreshEveryMs,
  });
}

/** Resends one mail. */
export function resend(mailId: number) {
  return call(resendMail, { params: { id: String(mailId) } });
}

/** Returns a mutation that resends one mail. */
export function useResend() {
  const refresh = useRefreshMails();
  return useMutation({ mutationFn: resend, onSettled: refresh });
}

/** Returns a mutation that resends all failed mails. */
export function useResendAll() {
  const refresh = useRefreshMails();
  return useMutation({ mutationFn: () => call(resendMails, { body: {} }), onSettled: refresh });
}

/** Returns a function that invalidates all lists and mails. */
export const useRefreshMails = () => useRefreshList(mails);

/** Returns a mutation that downloads a mail's attachment under its own name. */
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
