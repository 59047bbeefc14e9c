import { IconMailCheck } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MessagePanel } from "../../ui/MessagePanel.tsx";
import { announce, prefillOf } from "./embed.ts";
import { SupportForm } from "./SupportForm.tsx";
import styles from "./support.module.css";
import "../../locales/en/support.ts";

/** Of what replaces the form, whose button had it; a dialog around the frame closes. */
const takeFocus = (element: HTMLElement | null) => element?.focus();
const cancel = () => announce("onFormCancelled");

/**
 * /support-form: the app's own contact form on a page of its own, to be embedded in an iframe. It sends the parent
 * window the same messages as HubSpot's embeds, and also works in a window of its own.
 */
export function SupportFormPage() {
  const { t } = useTranslation();
  const [prefill] = useState(() => prefillOf(window.location.hash));
  const [sent, setSent] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const framed = window.parent !== window;

  useEffect(() => {
    const element = page.current!;
    const observer = new ResizeObserver(() =>
      announce("onFormResized", { height: Math.ceil(element.getBoundingClientRect().height) }),
    );
    observer.observe(element);
    announce("onFormReady");
    if (framed) firstEmptyField(element)?.focus();
    // The parent window does not receive keystrokes in the iframe.
    const listen = ({ key }: KeyboardEvent) => key === "Escape" && cancel();
    window.addEventListener("keydown", listen);
    return () => {
      observer.disconnect();
      window.removeEventListener("keydown", listen);
    };
  }, [framed]);

  return (
    <main ref={page} className={framed ? undefined : styles.page}>
      {sent ? (
        <div className={styles.done} {...(!framed && { ref: takeFocus, tabIndex: -1 })}>
          <MessagePanel
            icon={IconMailCheck}
            tone="good"
            title={t("support.doneTitle")}
            text={t("support.doneText")}
          />
        </div>
      ) : (
        <>
          <h1 className={framed ? styles.unseen : undefined}>{t("support.form")}</h1>
          <SupportForm
            framed={framed}
            prefill={prefill}
            {...(framed && { onCancel: cancel })}
            onSent={() => {
              setSent(true);
              announce("onFormSubmitted");
            }}
          />
        </>
      )}
    </main>
  );
}

function firstEmptyField(within: HTMLElement): HTMLElement | undefined {
  const fields = within.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...fields].find(({ value }) => value === "");
}
