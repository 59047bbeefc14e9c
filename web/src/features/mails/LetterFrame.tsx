import { useMemo } from "react";
import { trustedMailHtml } from "../../lib/trustedTypes.ts";
import { mailDocument } from "./mailDocument.ts";
import styles from "./mails.module.css";

/** A mail as its recipient sees it, in a frame that loads only once, whatever changes around it. */
export function LetterFrame({ subject, html }: { subject: string; html: string }) {
  // Trusted markup is an object: a new one would reload the frame.
  const markup = useMemo(() => trustedMailHtml(mailDocument(html)), [html]);
  return (
    <iframe
      className={styles.html}
      title={subject}
      // No scripts and not our origin; links may open in a new window.
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={markup}
    />
  );
}
