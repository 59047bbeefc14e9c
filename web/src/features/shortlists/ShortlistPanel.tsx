import { Button } from "@mantine/core";
import type { Shortlist } from "@tonneline/contract/shortlists";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { day } from "../../lib/format.ts";
import { useSite } from "../../lib/site.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { KeptTable } from "./KeptTable.tsx";
import { NameDialog } from "./NameDialog.tsx";
import {
  useDeleteShortlist,
  useRenameShortlist,
  useShareShortlist,
  useUnshareShortlist,
} from "./shortlists.queries.ts";
import styles from "./shortlists.module.css";

interface Props {
  list: Shortlist;
  others: readonly Shortlist[];
}

const failed = (error: Error) => showToast({ tone: "bad", text: refusalText(error) });

/** One shortlist: what it holds, how others read it. */
export function ShortlistPanel({ list, others }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"name" | "delete">();
  const rename = useRenameShortlist();
  const remove = useDeleteShortlist();
  const { sharesByLink } = useSite();
  const share = useShareShortlist();
  const close = () => setOpen(undefined);

  return (
    <section aria-label={list.name}>
      <div className={styles.panelHead}>
        <div>
          <h2>{list.name}</h2>
          <p>{t("shortlists.by", { author: list.author, day: day(list.updatedAt) })}</p>
        </div>
        <Button variant="default" onClick={() => setOpen("name")}>
          {t("shortlists.rename")}
        </Button>
        {sharesByLink && (
          <Button
            variant="default"
            loading={share.isPending}
            onClick={() => share.mutate(list.id, { onError: failed })}
          >
            {t("shortlists.share")}
          </Button>
        )}
        <Button variant="default" onClick={() => setOpen("delete")}>
          {t("shortlists.delete")}
        </Button>
      </div>
      {sharesByLink && list.share && <SharedLink listId={list.id} share={list.share} />}
      <KeptTable list={list} others={others} />
      <p className={styles.note}>{t("shortlists.note")}</p>
      {open === "name" && (
        <NameDialog
          title={t("shortlists.rename")}
          name={list.name}
          save={rename}
          onSave={(name, done) =>
            rename.mutate({ id: list.id, name, version: list.version }, { onSuccess: done })
          }
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ActionDialog
          danger
          title={t("shortlists.deleteTitle", { name: list.name })}
          text={t("shortlists.deleteText")}
          confirm={t("shortlists.delete")}
          busy={remove.isPending}
          failure={remove.error ? refusalText(remove.error) : undefined}
          onConfirm={() => remove.mutate(list.id, { onSuccess: close })}
          onClose={close}
        >
          {null}
        </ActionDialog>
      )}
    </section>
  );
}

interface SharedLinkProps {
  listId: number;
  share: NonNullable<Shortlist["share"]>;
}

/** The link by which others read it, and its end. */
function SharedLink({ listId, share: { url, until } }: SharedLinkProps) {
  const { t } = useTranslation();
  const unshare = useUnshareShortlist();
  return (
    <p className={styles.share}>
      {t("shortlists.shared", { day: day(until) })} <code>{url}</code>
      <CopyButton value={url} label={t("shortlists.copy")} done={t("shortlists.copied")} />
      <Button
        variant="subtle"
        size="sm"
        onClick={() => unshare.mutate(listId, { onError: failed })}
      >
        {t("shortlists.unshare")}
      </Button>
    </p>
  );
}
