import { TextInput } from "@mantine/core";
import { completeRetirement, type ManagedRetirement } from "@tonneline/contract/retirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, fieldErrorsOf, refusalText } from "../../../lib/api.ts";
import { instantOfDay } from "../../../lib/days.ts";
import { today, tonnes } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import styles from "../certificate.module.css";
import { CertificateText } from "../CertificateText.tsx";
import { useRefreshRetirements } from "./admin.queries.ts";
import { newCompletion, wrongIn, type Completion } from "./completion.ts";

const fields = [
  { name: "serialNumberFrom", label: "from" },
  { name: "serialNumberTo", label: "to" },
  { name: "registryUrl", label: "link" },
  { name: "retiredAt", label: "date" },
] as const;

interface Props {
  retirement: ManagedRetirement;
  onClose: () => void;
}

/** What the registry retired: serial numbers, its record, the day. The server's word on a field stands at the field. */
export function CompleteDialog({ retirement, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshRetirements();
  const [entry, setEntry] = useState(newCompletion);
  // One time for all tries: a retry must ask for the very same, or its key would not count.
  const [{ keyOf, openedAt }] = useState(() => ({ keyOf: keyring(), openedAt: new Date() }));
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const wrong = asked ? wrongIn(entry) : {};
  const known = fieldErrorsOf(refused).filter(({ path }) => path in entry);

  async function complete() {
    setAsked(true);
    setRefused(undefined);
    if (Object.keys(wrongIn(entry)).length > 0) return;
    setBusy(true);
    try {
      const body = { ...entry, retiredAt: instantOfDay(entry.retiredAt, openedAt) };
      body.registryUrl = body.registryUrl.trim();
      const params = { id: String(retirement.id) };
      await call(completeRetirement, { params, body }, { idempotencyKey: keyOf(body) });
      void refresh();
      onClose();
    } catch (error) {
      setRefused(error);
      setBusy(false);
    }
  }

  function errorAt(name: keyof Completion): string | undefined {
    const why = wrong[name];
    if (why) return t(`management.retirements.dialog.${why}`);
    return known.find(({ path }) => path === name)?.message;
  }

  return (
    <ActionDialog
      title={t("management.retirements.dialog.complete", { id: retirement.id })}
      text={t("management.retirements.dialog.completeText", {
        tonnes: tonnes(retirement.quantity),
        project: retirement.projectName,
        year: retirement.year,
        beneficiary: retirement.beneficiaryName,
      })}
      confirm={t("management.retirements.complete")}
      busy={busy}
      failure={refused !== undefined && known.length === 0 ? refusalText(refused) : undefined}
      onConfirm={() => void complete()}
      onClose={onClose}
    >
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          label={t(`management.retirements.dialog.${label}`)}
          {...(name === "retiredAt" && { type: "date", max: today(), w: 200 })}
          {...(name === "registryUrl" && {
            type: "url",
            description: t("management.retirements.dialog.linkHelp"),
          })}
          data-autofocus={name === "serialNumberFrom" || undefined}
          maxLength={name === "registryUrl" ? 500 : 200}
          value={entry[name]}
          error={errorAt(name)}
          onChange={({ currentTarget }) => {
            // What the server said was about what stood there before.
            setRefused(undefined);
            setEntry({ ...entry, [name]: currentTarget.value });
          }}
        />
      ))}
      <section className={styles.preview}>
        <h3>{t("certificates.preview")}</h3>
        <CertificateText
          stated={{
            ...retirement,
            ...entry,
            projectType: retirement.projectType.name,
            retiredOn: entry.retiredAt,
          }}
        />
        {retirement.unnamed && <p>{t("certificates.previewUnnamed")}</p>}
      </section>
    </ActionDialog>
  );
}
