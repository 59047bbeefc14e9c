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

/** The words of every mail. */
export function useMailTexts() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(listMailTexts, {}, { signal })).texts,
  });
}

/** A mail with these words; the last one stays until the next is there. */
export function usePreview(code: string, words: MailWords) {
  return useQuery({
    queryKey: [...key, code, "preview", words],
    queryFn: ({ signal }) => call(previewMailText, { params: { code }, body: words }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });
}

/** Saves words over those that were read, or that a refusal has shown since. */
export function saveText({ code, version }: MailText, words: MailWords) {
  return call(saveMailText, { params: { code }, body: { ...words, version } });
}

/** Goes back from the words that were read to the product's, and shows them. */
export function useResetText({ code, version }: MailText) {
  const refresh = useRefreshTexts();
  return useMutation({
    mutationFn: () =>
      call(resetMailText, { params: { code }, query: { version: String(version) } }),
    onSettled: refresh,
  });
}

/** Asks again for the words of every mail. */
export function useRefreshTexts() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key, exact: true });
}
