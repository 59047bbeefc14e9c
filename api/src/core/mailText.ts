/** The text of a mail; the layout is the same for all. */
export interface MailContent {
  subject: string;
  paragraphs: string[];
  /** A list after the paragraphs. */
  lines?: string[];
  /** The mail's one call to action, and the path of its page. */
  action?: { label: string; path: string };
  /** How to get no more such mails, and the path of the page for it. */
  ending?: { words: string; path: string };
}

/** Placeholder for the base URL in a stored mail's links, replaced by the server's public URL on delivery. */
export const addressPlaceholder = "https://address.invalid";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for the content of an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
}

// Text typed by users may have several lines.
const escapeLines = (text: string) => escapeHtml(text).replaceAll(/\r?\n/g, "<br>");

/** The marketplace's name unless an operator sets another. */
export const productName = "Tonneline";

const linking =
  /(?<=\S)(?:[\u3002\uFF0E\uFF61@\uFF20:]|\.(?!\p{L}(?:[\s.,;)]|$))|(?<![\p{L}\p{N}])\/|\/(?![\p{L}\p{N}]))(?=\S)/gu;

/**
 * Prepares text that a buyer typed, such as a company's name, for a mail that may go to a stranger. An invisible break in
 * everything that looks like an address keeps mail programs from making links: booking.com stays readable. "B.V.", "A/S" and
 * numbers such as 4711/10 stay as typed, to be found and copied.
 */
export function withoutAddresses(typed: string): string {
  return typed.replaceAll(linking, "$&\u200B");
}

// An inbox previews the first text, which would otherwise repeat sender and subject. Outlook needs its own property.
const hiddenStyle = "display:none;max-height:0;overflow:hidden;mso-hide:all";
const smallStyle = "margin:0 0 16px;font-size:13px;line-height:18px;color:#5A6883";

/**
 * Returns subject, plain text and HTML of a mail, which `signature` ends. The HTML is a table with inline styles, which every
 * mail client renders.
 */
export function mailText(
  content: MailContent,
  brand = productName,
  signature: readonly string[] = [],
): { subject: string; text: string; html: string } {
  const { subject, paragraphs, lines = [], action, ending } = content;
  const url = addressPlaceholder + (action?.path ?? "");
  const endingUrl = addressPlaceholder + (ending?.path ?? "");
  const text = [
    ...paragraphs,
    ...(lines.length ? [lines.map((line) => `- ${line}`).join("\n")] : []),
    ...(action ? [`${action.label}:\n${url}`] : []),
    ...(ending ? [`${ending.words}:\n${endingUrl}`] : []),
    [brand, ...signature].join("\n"),
  ].join("\n\n");
  const body = [
    ...paragraphs.map((line) => `<p style="margin:0 0 16px">${escapeLines(line)}</p>`),
    ...(lines.length
      ? [
          `<ul style="margin:0 0 16px;padding-left:20px">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
        ]
      : []),
    ...(action
      ? [
          `<p style="margin:24px 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;background:#0C61F7;color:#FFFFFF;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`,
          // For mail clients that show no buttons, and for copying.
          `<p style="${smallStyle};word-break:break-all">${escapeHtml(url)}</p>`,
        ]
      : []),
    ...(ending
      ? [
          `<p style="${smallStyle}">${escapeHtml(ending.words)}: <a href="${escapeHtml(endingUrl)}" style="color:#5A6883">${escapeHtml(endingUrl)}</a></p>`,
        ]
      : []),
  ].join("");
  const foot = [`${brand}, the marketplace for carbon credits`, ...signature];
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#F6F9FD"><div style="${hiddenStyle}">${escapeLines((paragraphs[0] ?? "").slice(0, 200))}</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#FFFFFF;border:1px solid #DEE5F0;border-radius:8px"><tr><td style="padding:32px;font:15px/24px 'Hanken Grotesk',Arial,sans-serif;color:#0F1E3D;word-break:break-word">
<p style="margin:0 0 24px;font-size:17px;font-weight:600;color:#0C61F7">${escapeHtml(brand)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:30px">${escapeHtml(subject)}</h1>${body}</td></tr></table>
<p style="margin:16px 0 0;font:13px/18px Arial,sans-serif;color:#5A6883">${foot.map(escapeHtml).join("<br>")}</p></td></tr></table></body></html>`;
  return { subject, text, html };
}
