/** Parses an address; undefined for text that is not a URL. `URL.parse` is too recent for some browsers that run the pages. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Whether a page may be shown in an iframe: over https, on one of the given sites, on the default port. */
export function isEmbeddable(address: string, hosts: readonly string[]): boolean {
  const url = urlOf(address);
  return url?.protocol === "https:" && hosts.includes(url.host);
}
