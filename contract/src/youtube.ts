import { urlOf } from "./embeds.ts";

const idForm = /^[\w-]{11}$/;
const hosts = /^((www|m|music)\.)?(youtube\.com|youtube-nocookie\.com|youtu\.be)$/;

/**
 * Extracts the id of a YouTube video from copied text: the id itself, or a watch, share, embed, shorts or live address,
 * with or without https://. Undefined for anything else.
 */
export function youtubeVideoId(text: string): string | undefined {
  const given = text.trim();
  if (idForm.test(given)) return given;
  const url = urlOf(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  if (!url || !hosts.test(url.hostname)) return undefined;
  const [first, second] = url.pathname.split("/").filter(Boolean);
  const found = url.hostname.endsWith("youtu.be")
    ? first
    : /^(embed|shorts|live|v|e)$/.test(first ?? "")
      ? second
      : (url.searchParams.get("v") ?? undefined);
  return found !== undefined && idForm.test(found) ? found : undefined;
}
