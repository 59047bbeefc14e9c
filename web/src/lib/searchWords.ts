/**
 * The words of a search that an address holds, 200 characters at most. A blank stands for each character that no search may
 * hold: addresses are typed and pasted too, and the server would refuse the whole list for it.
 */
export function searchWords(params: URLSearchParams): string {
  const words = (params.get("q") ?? "").replaceAll(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, " ");
  return words.trim().slice(0, 200).trimEnd();
}
