import { Loader, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formAddress, readMessage, type Prefill } from "./embed.ts";
import styles from "./support.module.css";

/** How long the form may still change its layout after reporting that it is ready. */
const settleMs = 300;
/** After this long without a message, the form counts as failed until it sends one. */
const patienceMs = 20_000;

interface Props {
  /** The URL of the configured form; null for the app's own. */
  external: string | null;
  prefill: Prefill;
  onSubmitted: () => void;
  onCancelled: () => void;
}

/** A contact form in an iframe. Only messages from the iframe's own window and origin are accepted. */
export function EmbeddedForm(props: Props) {
  const [attempt, setAttempt] = useState(0);
  return <Frame key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Frame(props: Props & { onRetry: () => void }) {
  const { external, prefill, onRetry } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const [shown, setShown] = useState(false);
  const [isLate, setIsLate] = useState(false);
  const [height, setHeight] = useState<number>();
  // Prefilled only once: another URL would reload the form and lose the input.
  const [address] = useState(() => formAddress(external, prefill));
  const { origin } = address;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const timer = ready
      ? setTimeout(() => setShown(true), settleMs)
      : setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [ready]);

  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const message = readMessage(event.data);
      if (message?.eventName === "onFormReady") setReady(true);
      if (message?.eventName === "onFormSubmitted") latest.current.onSubmitted();
      if (message?.eventName === "onFormCancelled") latest.current.onCancelled();
      if (message?.eventName === "onFormResized") setHeight(message.data?.height);
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [origin]);

  return (
    <div className={styles.embedded} aria-busy={!shown}>
      <iframe
        ref={frame}
        src={address.href}
        title={t("support.form")}
        className={styles.frame}
        style={{ height }}
        {...(external !== null && {
          // A third-party page must not navigate the whole window.
          sandbox: "allow-scripts allow-forms allow-same-origin allow-popups",
        })}
      />
      {!ready && isLate && (
        // A form that arrives later is still shown: a slow connection is not a broken one.
        <div className={styles.waiting}>
          <ErrorState
            title={t("support.failed")}
            text={t("support.failedText")}
            onRetry={onRetry}
          />
        </div>
      )}
      {!shown && (ready || !isLate) && (
        <div className={styles.waiting} role="status">
          <Loader size="md" aria-hidden />
          <VisuallyHidden>{t("app.loading")}</VisuallyHidden>
        </div>
      )}
    </div>
  );
}
