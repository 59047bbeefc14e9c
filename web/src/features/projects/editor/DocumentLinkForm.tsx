import { TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { addProjectDocumentLink } from "@tonneline/contract/projectMedia";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf, refusalText } from "../../../lib/api.ts";
import { isComposing } from "../../../ui/isComposing.ts";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { useUnsaved } from "../../../ui/unsaved.ts";
import styles from "./rows.module.css";

/** Adds a document hosted elsewhere, by its name and URL. */
export function DocumentLinkForm(props: {
  onAdd: (link: { name: string; url: string }) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [link, setLink] = useState({ name: "", url: "" });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  useUnsaved(link.name.trim() !== "" || link.url.trim() !== "");

  async function add(): Promise<void> {
    if (busy) return;
    const checked = addProjectDocumentLink.body.safeParse(link);
    if (!checked.success) {
      const found = checked.error.issues.map(({ path, message }) => [String(path[0]), message]);
      return setErrors(Object.fromEntries(found.toReversed()));
    }
    setErrors({});
    setBusy(true);
    try {
      await props.onAdd(link);
      setLink({ name: "", url: "" });
    } catch (error) {
      const found = fieldErrorsOf(error).map(({ path, message }) => [path, message]);
      setErrors(found.length > 0 ? Object.fromEntries(found) : { url: refusalText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    // A form within the form: submitted by its own button and by Enter in its own fields.
    <div
      className={styles.link}
      role="group"
      aria-label={t("editor.documents.addLink")}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
        if (!(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        void add();
      }}
    >
      <TextInput
        size="sm"
        label={t("editor.documents.linkName")}
        value={link.name}
        error={errors.name}
        maxLength={200}
        onChange={({ currentTarget }) => setLink({ ...link, name: currentTarget.value })}
      />
      <TextInput
        size="sm"
        label={t("editor.documents.linkUrl")}
        inputMode="url"
        autoComplete="off"
        value={link.url}
        error={errors.url}
        onChange={({ currentTarget }) => setLink({ ...link, url: currentTarget.value })}
      />
      <BusyButton
        variant="default"
        size="sm"
        busy={busy}
        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        onClick={() => void add()}
      >
        {t("editor.documents.addLink")}
      </BusyButton>
    </div>
  );
}
