/**
 * Returns the search words from a URL, 200 characters at most. Characters that no search may contain become blanks:
 * URLs are also typed and pasted, and the server would refuse the whole list because of them.
 */
export function searchWords(params: URLSearchParams): string {
  const words = (params.get("q") ?? "").replaceAll(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, " ");
  return words.trim().slice(0, 200).trimEnd();
}
