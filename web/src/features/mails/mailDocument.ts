const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/**
 * A mail's HTML as the document of a sandboxed frame. It comes first, so that nothing in the mail can precede it: the
 * mail loads nothing from anywhere, runs nothing, and its links open beside the app.
 */
export function mailDocument(html: string): string {
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><base target="_blank">${html}`;
}
