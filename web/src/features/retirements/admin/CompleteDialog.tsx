import { TextInput } from "@mantine/core";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { useTranslation } from "react-i18next";
import { day, today, tonnes, whole } from "../../../lib/format.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import styles from "../certificate.module.css";
import { CertificateText } from "../CertificateText.tsx";
import { SerialBlocks } from "./SerialBlocks.tsx";
import serials from "./serialBlocks.module.css";
import { useCompletion } from "./useCompletion.ts";

const fields = [
  { name: "registryUrl", label: "link" },
  { name: "retiredAt", label: "date" },
] as const;

interface Props {
  retirement: ManagedRetirement;
  /** Another operator must confirm the input. */
  secondPerson: boolean;
  onClose: (acted?: boolean) => void;
}

/** What the registry retired: serial numbers, its record, the day. Validation errors of the server appear at their fields. */
export function CompleteDialog({ retirement, secondPerson, onClose }: Props) {
  const { t } = useTranslation();
  const { id, quantity, projectName, year, beneficiaryName, requestedAt } = retirement;
  const form = useCompletion(retirement, onClose);
  // Some credits are retired before the request; but most earlier days are typos, which would end up on the
  // certificate.
  const isBefore =
    form.entry.retiredAt !== "" && form.entry.retiredAt < today(new Date(requestedAt));
  const effect = secondPerson ? "enterText" : "completeText";
  return (
    <ActionDialog
      title={t("managedRetirements.dialog.complete", { id })}
      text={t(`managedRetirements.dialog.${effect}`, {
        tonnes: tonnes(quantity),
        project: projectName,
        year,
        beneficiary: beneficiaryName,
      })}
      confirm={t(`managedRetirements.${secondPerson ? "enter" : "complete"}`)}
      busy={form.busy}
      failure={form.failure}
      onConfirm={() => void form.complete()}
      onClose={onClose}
    >
      <SerialBlocks blocks={form.blocks} errorAt={form.errorOfBlock} onChange={form.changeBlocks} />
      <p role="status" className={serials.fit}>
        {form.numbers !== null &&
          t("managedRetirements.dialog.serialsFit", {
            count: form.numbers,
            number: whole(form.numbers),
          })}
      </p>
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          label={t(`managedRetirements.dialog.${label}`)}
          {...(name === "retiredAt" && {
            type: "date",
            max: today(),
            w: 200,
            description:
              isBefore && t("managedRetirements.dialog.dateBefore", { day: day(requestedAt) }),
          })}
          {...(name === "registryUrl" && {
            type: "url",
            description: t("managedRetirements.dialog.linkHelp"),
          })}
          maxLength={500}
          value={form.entry[name]}
          error={form.errorOf(name)}
          onChange={({ currentTarget }) => form.change({ [name]: currentTarget.value })}
        />
      ))}
      <section className={styles.preview}>
        <h3>{t("certificates.preview")}</h3>
        <CertificateText
          stated={{
            ...retirement,
            ...form.entry,
            blocks: form.blocks,
            projectType: retirement.projectType.name,
            retiredOn: form.entry.retiredAt,
          }}
        />
        {retirement.unnamed && <p>{t("certificates.previewUnnamed")}</p>}
      </section>
    </ActionDialog>
  );
}
