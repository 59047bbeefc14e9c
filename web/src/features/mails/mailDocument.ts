const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/**
 * Wraps a mail's HTML as the document of a sandboxed frame. The policy comes first, so that nothing in the mail can precede
 * it: the mail loads no external content, runs no scripts, and its links open outside the app.
 */
export function mailDocument(html: string): string {
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><base target="_blank">${html}`;
}
