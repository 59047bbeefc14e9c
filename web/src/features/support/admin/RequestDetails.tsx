import { Textarea } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { SupportRequest, SupportThread } from "@tonneline/contract/support";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { isRefusal } from "../../../lib/api.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { dateTime } from "../../../lib/format.ts";
import { useUser } from "../../../lib/session.ts";
import { useFormVersion } from "../../../lib/useFormVersion.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { Facts, type Fact } from "../../../ui/Facts.tsx";
import { RecordActions } from "../../../ui/RecordDrawer.tsx";
import { useUnsaved } from "../../../ui/unsaved.ts";
import { Thread } from "../Thread.tsx";
import styles from "./admin.module.css";
import { AnswerForm } from "./AnswerForm.tsx";
import { useChangeRequest, type Change } from "./admin.queries.ts";
import { SupportStatusBadge } from "./SupportStatusBadge.tsx";

/**
 * The form state of the note: an untouched one follows a colleague's changes; an edited one does not overwrite them
 * unseen.
 */
function useNote(request: SupportThread) {
  const change = useChangeRequest();
  const [filled, setFilled] = useState(request.note ?? "");
  const [note, setNote] = useState(filled);
  const typed = note !== filled;
  useUnsaved(typed);
  const partOf = ({ note: text, version }: SupportThread) => ({ note: text, version });
  const { version, adopt } = useFormVersion(partOf(request), typed, fill);

  function fill(now: Pick<SupportThread, "note">): void {
    setFilled(now.note ?? "");
    setNote(now.note ?? "");
  }

  /** The note is saved with every action, so that no click elsewhere can lose it. */
  function save(status?: Change["status"]): void {
    const changes = { note: note.trim() === "" ? null : note, ...(status && { status }) };
    change.mutate(
      { request: { ...request, version }, change: changes },
      {
        onSuccess: (now) => {
          adopt(partOf(now));
          setFilled(now.note ?? "");
          // What was typed during the save is kept.
          setNote((typedNow) => (typedNow === note ? (now.note ?? "") : typedNow));
        },
        onError: (error) => isRefusal(error, "VERSION_CONFLICT") && adopt(),
      },
    );
  }

  return { note, setNote, save, change };
}

/** A loaded request. The edited note is kept when somebody else changes the request first. */
export function RequestDetails(props: { request: SupportThread; canWrite: boolean }) {
  const { request, canWrite } = props;
  const { t } = useTranslation();
  const { note, setNote, save, change } = useNote(request);
  const open = request.status !== "DONE";
  return (
    <>
      <RecordActions>
        <SupportStatusBadge status={request.status} />
        {canWrite && (
          <BusyButton
            size="sm"
            variant="default"
            busy={change.isPending}
            onClick={() => save(open ? "DONE" : "OPEN")}
          >
            {t(open ? "management.support.done" : "management.support.reopen")}
          </BusyButton>
        )}
      </RecordActions>
      {change.error && <Banner tone="bad" title={reasonOf(change.error)} />}
      <section>
        <h3>{request.topic}</h3>
        <Thread request={request} writer={`${request.firstName} ${request.lastName}`} />
      </section>
      {canWrite && <AnswerForm request={request} />}
      <RequestFacts request={request} />
      {canWrite && (
        <form
          className={styles.note}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Textarea
            label={t("management.support.note")}
            description={t("management.support.noteHelp")}
            autosize
            minRows={3}
            maxLength={5000}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <BusyButton size="sm" type="submit" variant="default" busy={change.isPending}>
            {t("management.support.saveNote")}
          </BusyButton>
        </form>
      )}
    </>
  );
}

function RequestFacts({ request }: { request: SupportRequest }) {
  const { t } = useTranslation();
  const readsOrders = useUser()?.permissions.has("orders:read") ?? false;
  const { firstName, lastName, email, username, project, orderId, note, doneAt, doneBy } = request;
  const facts: Fact[] = [
    [t("management.support.column.from"), `${firstName} ${lastName}`],
    [t("management.support.column.email"), <a href={mailTo(request)}>{email}</a>],
    [t("management.support.account"), username ?? t("management.support.visitor")],
    [
      t("management.support.project"),
      project && (
        <Link to={paths.project} params={{ id: String(project.id) }}>
          {project.name}
        </Link>
      ),
    ],
    [
      t("management.support.order"),
      readsOrders && orderId !== null ? (
        <Link to={paths.managementOrders} search={{ open: String(orderId) }}>
          {orderId}
        </Link>
      ) : (
        orderId
      ),
    ],
    [t("management.support.column.sent"), dateTime(request.createdAt)],
    [
      t("management.support.column.done"),
      doneAt && t("management.support.doneBy", { when: dateTime(doneAt), who: doneBy ?? "" }),
    ],
    [t("management.support.note"), note && <span className={styles.words}>{note}</span>],
  ];
  return <Facts facts={facts} />;
}

/** Returns a link that opens the operator's own mail program, with the topic as subject. */
function mailTo({ email, topic }: SupportRequest): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(`Re: ${topic}`)}`;
}
