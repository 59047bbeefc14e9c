import { setTimeout as sleep } from "node:timers/promises";
import { escapeHtml } from "../mailText.ts";
import { isUnavailable } from "../outage.ts";

/** What the HTML of an open page says of it before any script runs: for previews of links, search engines and archives. */
export interface PageHead {
  /** As in the browser's tab, without the brand, which is appended; the brand alone if left out. */
  title?: string;
  description: string;
  /**
   * The path under which search engines may list the page. Without one they must not, and previews do not repeat its address,
   * whose key or referral they might change.
   */
  listedAs?: string;
  /** There is no such thing: answered with 404. */
  isMissing?: true;
}

/** The heads of open pages by path, or a function for those whose last part varies, as in `/certificates/:number`. */
export type PageHeads = Record<
  string,
  PageHead | ((part: string, ip: string) => Promise<PageHead>)
>;

export interface Site {
  heads: PageHeads;
  /** The base of all addresses, without a trailing slash. */
  publicUrl: string;
  brand: () => Promise<string>;
}

// A page is not delayed by a database that hangs.
const knownWithinMs = 1000;

/** A page's head and its HTTP status. */
export interface FoundHead {
  status: 200 | 404;
  /** Replaces the app's title, and its ban on listing the page if it may be listed. */
  writeInto: (html: string) => string;
}

/**
 * Returns a function that finds the head of a URL's page; undefined for pages without one, and while the database is away,
 * which the app then reports itself.
 */
export function createHeads({ heads, publicUrl, brand }: Site) {
  const byPath = new Map(
    Object.entries(heads).map(([path, head]) => [path.replace(/:\w+$/, ":"), head]),
  );
  return async (url: string, ip: string): Promise<FoundHead | undefined> => {
    const path = url.replace(/[?#].*/, "").replace(/(?<=.)\/$/, "");
    const start = path.lastIndexOf("/") + 1;
    const found = byPath.get(path) ?? byPath.get(`${path.slice(0, start)}:`);
    if (!found) return undefined;
    const known = Promise.all([
      typeof found === "function" ? found(decodeURIComponent(path.slice(start)), ip) : found,
      brand(),
    ]);
    const late = sleep(knownWithinMs, undefined, { ref: false });
    const inTime = await Promise.race([known, late]).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
    });
    if (!inTime) return undefined;
    const [head, name] = inTime;
    const tags = tagsOf(head, name, publicUrl);
    return {
      status: head.isMissing ? 404 : 200,
      writeInto: (html) => {
        const written = html.replace(/<title>.*?<\/title>/, () => tags);
        return head.listedAs ? written.replace(/ *<meta name="robots"[^>]*>\n?/, "") : written;
      },
    };
  };
}

function tagsOf(head: PageHead, brand: string, publicUrl: string): string {
  const { title, description, listedAs } = head;
  const address = publicUrl + listedAs;
  const meta = (kind: "name" | "property", name: string, content: string) =>
    `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
  const tags = [
    `<title>${escapeHtml(title === undefined ? brand : `${title} · ${brand}`)}</title>`,
    meta("name", "description", description),
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", brand),
    meta("property", "og:title", title ?? brand),
    meta("property", "og:description", description),
    meta("name", "twitter:card", "summary"),
    ...(listedAs
      ? [
          meta("property", "og:url", address),
          `<link rel="canonical" href="${escapeHtml(address)}" />`,
        ]
      : []),
  ];
  return tags.join("\n    ");
}
