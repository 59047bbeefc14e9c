import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import type { MySupportRequest } from "@tonneline/contract/support";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../lib/dialogs.ts";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { questions } from "./questions.queries.ts";
import { QuestionStatusBadge } from "./QuestionStatusBadge.tsx";
import styles from "./thread.module.css";
import "../../locales/en/support.ts";
import "../../locales/en/table.ts";

/** /user/settings/support: the user's questions, newest first. */
export function QuestionsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useList(questions);
  return (
    <div className={styles.list}>
      <ListScreen
        {...list.screen}
        name="questions"
        texts={t("support.questions", { returnObjects: true })}
        columns={columns(t)}
        tabLabel={(tab) =>
          tab === "all" ? t("support.questions.all") : t(`support.status.${tab}`)
        }
        onRow={({ id }) => void navigate({ to: paths.question, params: { id: String(id) } })}
        actions={
          <Button size="sm" variant="default" onClick={() => openDialog({ type: "support" })}>
            {t("support.questions.ask")}
          </Button>
        }
      />
    </div>
  );
}

function columns(t: TFunction): Column<MySupportRequest>[] {
  return [
    {
      name: "topic",
      phone: "name",
      fixed: true,
      label: t("support.questions.column.topic"),
      sort: "topic",
      cell: ({ id, topic }) => (
        <LongText text={topic}>
          <Link to={paths.question} params={{ id: String(id) }}>
            {topic}
          </Link>
        </LongText>
      ),
    },
    {
      name: "message",
      phone: "detail",
      label: t("support.questions.column.message"),
      cell: ({ message }) => (
        <LongText text={message}>
          <span className={styles.message}>{message}</span>
        </LongText>
      ),
    },
    {
      name: "sent",
      phone: "figure",
      label: t("support.questions.column.sent"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      name: "status",
      phone: "state",
      label: t("support.questions.column.status"),
      sort: "status",
      cell: ({ status }) => <QuestionStatusBadge status={status} />,
    },
  ];
}
