import { Skeleton } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import type { MySupportThread } from "@tonneline/contract/support";
import { useTranslation } from "react-i18next";
import { failureOf, isNotFound, reasonOf } from "../../lib/failure.ts";
import { paths } from "../../lib/paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { UnsavedGuard } from "../../ui/UnsavedGuard.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { MessageForm } from "./MessageForm.tsx";
import { useQuestion, useWriteAgain } from "./questions.queries.ts";
import { QuestionStatusBadge } from "./QuestionStatusBadge.tsx";
import { Thread } from "./Thread.tsx";
import styles from "./thread.module.css";
import "../../locales/en/support.ts";
import "../../locales/en/table.ts";

/** /user/settings/support/{id}: the user's question, our answers, and a field for another message. */
export function QuestionPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: "/members/account/user/settings/support/$id" });
  const { data: question, error, refetch } = useQuestion(id);
  usePageTitle(question?.topic ?? t("app.pages.question"));
  if (isNotFound(error)) {
    const action = { label: t("support.questions.back"), to: paths.questions };
    return <EmptyState title={t("support.questions.missing")} action={action} />;
  }
  return (
    <UnsavedGuard>
      <Link to={paths.questions} activeOptions={{ exact: true }} className={styles.back}>
        <IconChevronLeft size={14} stroke={2} aria-hidden />
        {t("support.questions.back")}
      </Link>
      {!question && !error && <Skeleton height={320} role="status" aria-label={t("app.loading")} />}
      {!question && error && (
        <ErrorState
          title={t("support.questions.oneFailed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {question && <Question id={id} question={question} />}
    </UnsavedGuard>
  );
}

function Question({ id, question }: { id: string; question: MySupportThread }) {
  const { t } = useTranslation();
  const write = useWriteAgain(id);
  const { status, project, orderId } = question;
  const isDone = status === "DONE";
  return (
    <>
      <div className={styles.head}>
        <QuestionStatusBadge status={status} />
      </div>
      {project && (
        <p className={styles.about}>
          <Link to={paths.project} params={{ id: String(project.id) }}>
            {t("support.questions.project", project)}
          </Link>
        </p>
      )}
      {orderId !== null && (
        <p className={styles.about}>
          <Link to={paths.order} params={{ id: String(orderId) }}>
            {t("support.questions.order", { id: orderId })}
          </Link>
        </p>
      )}
      <div className={styles.one}>
        <Thread request={question} writer={t("support.thread.you")} />
        <MessageForm
          label={t(status === "WAITING" ? "support.thread.answer" : "support.thread.more")}
          {...(isDone && { help: t("support.questions.closedHint") })}
          send={t("support.thread.send")}
          busy={write.isPending}
          failure={write.error ? reasonOf(write.error) : undefined}
          onSend={async (text) => {
            await write.mutateAsync(text);
          }}
        />
      </div>
    </>
  );
}
