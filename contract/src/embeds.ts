/**
 * What an address is made of; undefined for a text that is none. `URL.parse` is younger than browsers that run the
 * pages.
 */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Whether a page may be shown in a frame: over https, at one of the sites named, on the usual port. */
export function isEmbeddable(address: string, hosts: readonly string[]): boolean {
  const url = urlOf(address);
  return url?.protocol === "https:" && hosts.includes(url.host);
}
