import { useMemo } from "react";
import { markupOfMail } from "../../lib/trustedTypes.ts";
import { mailDocument } from "./mailDocument.ts";
import styles from "./mails.module.css";

/** A mail as its reader gets it, in a frame that loads once, whatever changes around it. */
export function LetterFrame({ subject, html }: { subject: string; html: string }) {
  // Trusted markup is an object: a new one would load the frame again.
  const markup = useMemo(() => markupOfMail(mailDocument(html)), [html]);
  return (
    <iframe
      className={styles.html}
      title={subject}
      // No scripts and no origin of ours; links may open, in a window of their own.
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={markup}
    />
  );
}
