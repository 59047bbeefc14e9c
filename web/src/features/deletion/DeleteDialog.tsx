import { useMutation, useQuery } from "@tanstack/react-query";
import type { Uses } from "@tonneline/contract/shapes";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { removeIfExists } from "../../lib/removeIfExists.ts";
import { UsesList } from "./UsesList.tsx";

interface Props {
  title: string;
  /** Describes the effect in one sentence. */
  text: string;
  confirm: string;
  /** Cache key of the record: its list and its ids. */
  recordKey: readonly (string | number)[];
  loadUses: (signal: AbortSignal) => Promise<Uses>;
  /** Heading of the list of uses. */
  inUse: (count: number) => string;
  remove: () => Promise<unknown>;
  onDeleted: () => unknown;
  onClose: () => void;
  /** What can be done instead while it is in use. */
  alternative?: ReactNode;
}

/** Confirms the deletion of a record, and first shows where it is used: a record in use cannot be deleted. */
export function DeleteDialog(props: Props) {
  const { recordKey, loadUses, inUse, remove, onDeleted, alternative } = props;
  const { t } = useTranslation();
  const uses = useQuery({
    queryKey: ["uses", ...recordKey],
    queryFn: ({ signal }) => loadUses(signal),
    // The result from an earlier opening of the dialog is obsolete.
    gcTime: 0,
  });
  const removal = useMutation({ mutationFn: () => removeIfExists(remove), onSuccess: onDeleted });
  // It came into use while the dialog was open: the refusal lists where.
  const { usedBy: refusedBy, usedByCount } = isRefusal(removal.error, "IN_USE")
    ? removal.error.problem
    : {};
  const known: Uses | undefined = refusedBy
    ? { usedBy: refusedBy, usedByCount: usedByCount ?? refusedBy.length }
    : uses.data;
  const isGone = isRefusal(uses.error, "NOT_FOUND");
  const used = known !== undefined && known.usedByCount > 0;
  return (
    <ActionDialog
      title={props.title}
      text={props.text}
      confirm={props.confirm}
      danger
      busy={removal.isPending}
      impossible={uses.isPending || used}
      failure={removal.error && !refusedBy ? reasonOf(removal.error) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={props.onClose}
    >
      {uses.isPending && <p role="status">{t("deletion.looking")}</p>}
      {isGone && <p role="status">{t("deletion.gone")}</p>}
      {uses.isError && !isGone && <Banner tone="warn" title={t("deletion.unknown")} />}
      {known && !used && <p role="status">{t("deletion.unused")}</p>}
      {used && (
        <Banner tone={refusedBy ? "bad" : "warn"} title={inUse(known.usedByCount)}>
          <UsesList uses={known} />
          {alternative}
        </Banner>
      )}
    </ActionDialog>
  );
}
