import { TextInput } from "@mantine/core";
import {
  completeRetirement,
  type ManagedRetirement,
  type SerialBlock,
} from "@tonneline/contract/retirements";
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
import { newCompletion, wrongIn, type Completion, type Wrong } from "./completion.ts";
import { SerialBlocks } from "./SerialBlocks.tsx";

const fields = [
  { name: "registryUrl", label: "link" },
  { name: "retiredAt", label: "date" },
] as const;

const noBlock: SerialBlock = { serialNumberFrom: "", serialNumberTo: "" };

interface Props {
  retirement: ManagedRetirement;
  onClose: () => void;
}

/** What the registry retired: serial numbers, its record, the day. The server's word on a field stands at the field. */
export function CompleteDialog({ retirement, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshRetirements();
  const [entry, setEntry] = useState(newCompletion);
  const [blocks, setBlocks] = useState<SerialBlock[]>([noBlock]);
  // One time for all tries: a retry must ask for the very same, or its key would not count.
  const [{ keyOf, openedAt }] = useState(() => ({ keyOf: keyring(), openedAt: new Date() }));
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const wrong = asked ? wrongIn({ ...entry, ...blocks[0] }) : {};
  const known = fieldErrorsOf(refused).filter(
    ({ path }) => path in entry || path.startsWith("blocks."),
  );

  async function complete() {
    setAsked(true);
    setRefused(undefined);
    const isWrong = blocks.some((block) => Object.keys(wrongIn({ ...entry, ...block })).length > 0);
    if (isWrong) return;
    setBusy(true);
    try {
      const registryUrl = entry.registryUrl.trim();
      const body = { blocks, registryUrl, retiredAt: instantOfDay(entry.retiredAt, openedAt) };
      const params = { id: String(retirement.id) };
      await call(completeRetirement, { params, body }, { idempotencyKey: keyOf(body) });
      void refresh();
      onClose();
    } catch (error) {
      setRefused(error);
      setBusy(false);
    }
  }

  function errorAt(path: string, why: Wrong[keyof Wrong]): string | undefined {
    if (why) return t(`management.retirements.dialog.${why}`);
    return known.find((each) => each.path === path)?.message;
  }

  // What the server said was about what stood there before.
  function change(part: Partial<Completion>) {
    setRefused(undefined);
    setEntry({ ...entry, ...part });
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
      <SerialBlocks
        blocks={blocks}
        errorAt={(index, end) =>
          errorAt(
            `blocks.${index}.${end}`,
            asked ? wrongIn({ ...entry, ...blocks[index] })[end] : undefined,
          )
        }
        onChange={(next) => {
          setRefused(undefined);
          setBlocks(next);
        }}
      />
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          label={t(`management.retirements.dialog.${label}`)}
          {...(name === "retiredAt" && { type: "date", max: today(), w: 200 })}
          {...(name === "registryUrl" && {
            type: "url",
            description: t("management.retirements.dialog.linkHelp"),
          })}
          maxLength={500}
          value={entry[name]}
          error={errorAt(name, wrong[name])}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
        />
      ))}
      <section className={styles.preview}>
        <h3>{t("certificates.preview")}</h3>
        <CertificateText
          stated={{
            ...retirement,
            ...entry,
            blocks,
            projectType: retirement.projectType.name,
            retiredOn: entry.retiredAt,
          }}
        />
        {retirement.unnamed && <p>{t("certificates.previewUnnamed")}</p>}
      </section>
    </ActionDialog>
  );
}
