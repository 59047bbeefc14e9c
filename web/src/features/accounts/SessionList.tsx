import { Skeleton } from "@mantine/core";
import type { Session } from "@tonneline/contract/sessions";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { failureOf } from "../../lib/failure.ts";
import { dateTime, dateTimeExact } from "../../lib/format.ts";
import { useKeyedActions } from "../../lib/useKeyedActions.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { showToast } from "../../ui/toast.tsx";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import details from "./DetailsPage.module.css";
import styles from "./SessionList.module.css";
import { useEndSession, useSessions } from "./sessions.queries.ts";

/** The user's sessions; other sessions can be ended, one by one or all at once. */
export function SessionList() {
  const { t } = useTranslation();
  const { data: sessions, error, refetch } = useSessions();
  const end = useEndSession();
  const ends = useKeyedActions<string | undefined>();
  const { list, fallback, rememberFocus } = useNextFocus<HTMLDivElement>();
  if (!sessions) {
    if (!error) return <Skeleton className={styles.waiting!} />;
    const title = t("account.sessions.failed");
    return <ErrorState title={title} {...failureOf(error)} onRetry={() => void refetch()} />;
  }

  async function act(id: string | undefined) {
    rememberFocus();
    if (!(await ends.run(id, () => end.mutateAsync(id)))) return;
    const text = t(id ? "account.sessions.ended" : "account.sessions.endedOthers");
    showToast({ tone: "good", text });
  }

  return (
    <div
      ref={fallback}
      tabIndex={-1}
      role="group"
      aria-label={t("account.sessions.title")}
      className={details.form}
    >
      <ul ref={list} className={styles.list}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            all={sessions}
            busy={ends.busy.includes(session.id)}
            onEnd={() => void act(session.id)}
          />
        ))}
      </ul>
      {ends.failures.map(([id, error]) => (
        <p key={id ?? ""} role="alert" className={details.error}>
          {refusalText(error)}
        </p>
      ))}
      {sessions.length > 1 && (
        <div className={details.actions}>
          <BusyButton
            variant="default"
            busy={ends.busy.includes(undefined)}
            onClick={() => void act(undefined)}
          >
            {t("account.sessions.endOthers")}
          </BusyButton>
        </div>
      )}
    </div>
  );
}

function Row(props: {
  session: Session;
  all: readonly Session[];
  busy: boolean;
  onEnd: () => void;
}) {
  const { t } = useTranslation();
  const { browser, address, createdAt, seenAt, current } = props.session;
  // Two sessions of one browser within a minute are distinguished by seconds.
  const hasTwin = (moment: "createdAt" | "seenAt") =>
    props.all.some(
      (other) =>
        other.id !== props.session.id &&
        other.browser === browser &&
        dateTime(other[moment]) === dateTime(props.session[moment]),
    );

  const name = browser ?? t("account.sessions.unknown");
  return (
    <li className={styles.row}>
      <div>
        <b>{name}</b>
        {current && <span className={styles.current}>{t("account.sessions.current")}</span>}
        <p className={styles.facts}>
          {address && <span>{address}</span>}
          <span>
            {t("account.sessions.since")} <Timestamp at={createdAt} exact={hasTwin("createdAt")} />
          </span>
          {!current && (
            <span>
              {t("account.sessions.seen")} <Timestamp at={seenAt} exact={hasTwin("seenAt")} />
            </span>
          )}
        </p>
      </div>
      {!current && (
        <BusyButton
          variant="default"
          size="sm"
          busy={props.busy}
          aria-label={t("account.sessions.endOne", {
            name,
            seen: hasTwin("seenAt") ? dateTimeExact(seenAt) : dateTime(seenAt),
          })}
          onClick={props.onEnd}
        >
          {t("account.sessions.end")}
        </BusyButton>
      )}
    </li>
  );
}
