import { Textarea } from "@mantine/core";
import { useState } from "react";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import styles from "./thread.module.css";

interface Props {
  label: string;
  help?: string;
  send: string;
  busy: boolean;
  failure: string | undefined;
  /** Rejects if sending failed: the input is kept then. */
  onSend: (text: string) => Promise<void>;
}

/** Adds a message to a thread. */
export function MessageForm({ label, help, send, busy, failure, onSend }: Props) {
  const [text, setText] = useState("");
  useUnsaved(text.trim() !== "");
  async function submit() {
    if (text.trim() === "" || busy) return;
    try {
      await onSend(text);
      // What was typed meanwhile is kept.
      setText((now) => (now === text ? "" : now));
    } catch {
      // Shown as `failure`.
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Textarea
        label={label}
        description={help}
        autosize
        minRows={3}
        maxLength={5000}
        value={text}
        error={failure}
        errorProps={{ role: "alert" }}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) =>
          key === "Enter" && (ctrlKey || metaKey) && void submit()
        }
      />
      <BusyButton type="submit" busy={busy} disabled={text.trim() === ""}>
        {send}
      </BusyButton>
    </form>
  );
}
