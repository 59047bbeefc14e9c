import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import styles from "./embeds.module.css";

interface Props {
  url: string;
  title: string;
  poster: ReactNode;
  button: string;
  icon: ReactNode;
}

/** Something of another site behind a poster: nothing of it loads before the click. */
export function Embed({ url, title, poster, button, icon }: Props) {
  const [asked, setAsked] = useState(false);
  return (
    <div className={styles.embed}>
      {asked ? (
        <iframe
          src={url}
          title={title}
          // The click is the consent: focus follows what it asked for.
          ref={(frame) => frame?.focus()}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          allowFullScreen
          // Video sites refuse to play when they are not told which site embeds them.
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        />
      ) : (
        <>
          {poster}
          <Button variant="default" leftSection={icon} onClick={() => setAsked(true)}>
            {button}
          </Button>
        </>
      )}
    </div>
  );
}
