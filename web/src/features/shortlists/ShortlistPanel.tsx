import { Button } from "@mantine/core";
import type { Shortlist } from "@tonneline/contract/shortlists";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { day } from "../../lib/format.ts";
import { useSite } from "../../lib/site.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import { ShortlistTable } from "./ShortlistTable.tsx";
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

/** One shortlist: its vintages, and how it is shared. */
export function ShortlistPanel({ list, others }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"name" | "delete" | "share">();
  const rename = useRenameShortlist();
  const { sharesByLink } = useSite();
  const share = useShareShortlist();
  const unshare = useUnshareShortlist();
  // The button that ends the link disappears with it: the focus moves to the one that creates the next link.
  const { fallback, rememberFocus } = useNextFocus<HTMLButtonElement>();
  const { id, name } = list;
  const tell = (text: string) => showToast({ tone: "good", text });
  const onShared = () => tell(t("shortlists.sharedNow", { name }));
  // A second link invalidates the first, which may have been sent to someone.
  const onShare = () => {
    if (list.share) setOpen("share");
    else share.mutate(id, { onSuccess: onShared, onError: failed });
  };
  const onUnshare = () => {
    rememberFocus();
    unshare.mutate(id, {
      onSuccess: () => tell(t("shortlists.unshared", { name })),
      onError: failed,
    });
  };
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
          <BusyButton ref={fallback} variant="default" busy={share.isPending} onClick={onShare}>
            {t(list.share ? "shortlists.shareAgain" : "shortlists.share")}
          </BusyButton>
        )}
        <Button variant="default" onClick={() => setOpen("delete")}>
          {t("shortlists.delete")}
        </Button>
      </div>
      {sharesByLink && list.share && (
        <SharedLink share={list.share} busy={unshare.isPending} onEnd={onUnshare} />
      )}
      <ShortlistTable list={list} others={others} />
      <p className={styles.note}>{t("shortlists.note")}</p>
      {open === "name" && (
        <NameDialog
          title={t("shortlists.rename")}
          name={list.name}
          save={rename}
          onSave={(typed, done) =>
            rename.mutate({ id: list.id, name: typed, version: list.version }, { onSuccess: done })
          }
          onClose={close}
        />
      )}
      {open === "share" && <ShareAgainDialog list={list} onShared={onShared} onClose={close} />}
      {open === "delete" && <DeleteListDialog list={list} onClose={close} />}
    </section>
  );
}

interface DialogProps {
  list: Shortlist;
  onClose: () => void;
}

/** Asks for confirmation before a new link replaces the existing one. */
function ShareAgainDialog({ list, onShared, onClose }: DialogProps & { onShared: () => void }) {
  const { t } = useTranslation();
  const share = useShareShortlist();
  return (
    <ActionDialog
      title={t("shortlists.shareAgainTitle", { name: list.name })}
      text={t("shortlists.shareAgainText")}
      confirm={t("shortlists.shareAgain")}
      busy={share.isPending}
      failure={share.error ? refusalText(share.error) : undefined}
      onConfirm={() =>
        share.mutate(list.id, {
          onSuccess: () => {
            onShared();
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

/** Asks for confirmation before deleting the list for the whole company. */
function DeleteListDialog({ list, onClose }: DialogProps) {
  const { t } = useTranslation();
  const remove = useDeleteShortlist();
  return (
    <ActionDialog
      danger
      title={t("shortlists.deleteTitle", { name: list.name })}
      text={t("shortlists.deleteText")}
      confirm={t("shortlists.delete")}
      busy={remove.isPending}
      failure={remove.error ? refusalText(remove.error) : undefined}
      onConfirm={() => remove.mutate(list.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface SharedLinkProps {
  share: NonNullable<Shortlist["share"]>;
  busy: boolean;
  onEnd: () => void;
}

/** The public link of the list, with a button to end it. */
function SharedLink({ share: { url, until }, busy, onEnd }: SharedLinkProps) {
  const { t } = useTranslation();
  return (
    <p className={styles.share}>
      {t("shortlists.shared", { day: day(until) })} <code translate="no">{url}</code>
      <CopyButton value={url} label={t("shortlists.copy")} done={t("shortlists.copied")} />
      <BusyButton variant="subtle" size="sm" busy={busy} onClick={onEnd}>
        {t("shortlists.unshare")}
      </BusyButton>
    </p>
  );
}
