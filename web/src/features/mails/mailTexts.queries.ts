import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  listMailTexts,
  previewMailText,
  resetMailText,
  saveMailText,
  type MailText,
  type MailWords,
} from "@tonneline/contract/mailTexts";
import { call } from "../../lib/api.ts";

const key = ["management", "mail-texts"] as const;

/** Queries the texts of all mails. */
export function useMailTexts() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(listMailTexts, {}, { signal })).texts,
  });
}

/** Queries a preview of a mail with these texts; the previous one stays until it arrives. */
export function usePreview(code: string, words: MailWords) {
  return useQuery({
    queryKey: [...key, code, "preview", words],
    queryFn: ({ signal }) => call(previewMailText, { params: { code }, body: words }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });
}

/** Saves a text over the version that was read, or that a refusal has shown since. */
export function saveText({ code, version }: MailText, words: MailWords) {
  return call(saveMailText, { params: { code }, body: { ...words, version } });
}

/** Returns a mutation that resets the text, at the version read, to the product's own, and shows it. */
export function useResetText({ code, version }: MailText) {
  const refresh = useRefreshTexts();
  return useMutation({
    mutationFn: () =>
      call(resetMailText, { params: { code }, query: { version: String(version) } }),
    onSettled: refresh,
  });
}

/** Returns a function that invalidates the texts of all mails. */
export function useRefreshTexts() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key, exact: true });
}
