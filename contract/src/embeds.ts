/** Whether a page may be shown in a frame: over https, at one of the sites named, on the usual port. */
export function isEmbeddable(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" && hosts.includes(url.host);
}
