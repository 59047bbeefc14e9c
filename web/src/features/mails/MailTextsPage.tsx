import { TextInput } from "@mantine/core";
import type { MailText } from "@tonneline/contract/mailTexts";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { dateTime } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PanelsSkeleton } from "../../ui/PanelsSkeleton.tsx";
import { RecordDrawer } from "../../ui/RecordDrawer.tsx";
import screen from "../../ui/table/ListScreen.module.css";
import { Tag } from "../../ui/Tag.tsx";
import { MailTextForm } from "./MailTextForm.tsx";
import styles from "./mailTexts.module.css";
import { useMailTexts } from "./mailTexts.queries.ts";
import { UpButton } from "../../ui/UpButton.tsx";
import type { mailTexts } from "../../locales/en/mailTexts.ts";
import "../../locales/en/mailTexts.ts";
import "../../locales/en/table.ts";

/** /management/mails/texts: the texts of the product's mails; `open` names the one being edited. */
export function MailTextsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { open = "" } = useSearch({ strict: false }) as { open?: string };
  const canWrite = useUser()?.permissions.has("settings:write") ?? false;
  const { data: texts, error, refetch } = useMailTexts();
  const opened = texts?.find(({ code }) => code === open);
  return (
    <>
      <div className={screen.head}>
        <h1>{t("mailTexts.title")}</h1>
        <UpButton to={paths.managementMails}>{t("mailTexts.toMails")}</UpButton>
      </div>
      <p className={screen.lead}>{t("mailTexts.lead")}</p>
      {!texts && !error && <PanelsSkeleton label={t("mailTexts.loading")} count={4} height={160} />}
      {!texts && error && (
        <ErrorState
          title={t("mailTexts.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {texts && <TextList texts={texts} />}
      <RecordDrawer
        title={opened?.name ?? ""}
        opened={opened !== undefined}
        onClose={() => void navigate({ to: paths.managementMailTexts, search: {} })}
      >
        {opened && <MailTextForm key={opened.code} text={opened} canWrite={canWrite} />}
      </RecordDrawer>
    </>
  );
}

function TextList({ texts }: { texts: readonly MailText[] }) {
  const { t } = useTranslation();
  const [q, setQ] = useState("");
  const needle = q.trim().toLowerCase();
  const found = texts.filter(({ name, subject, body }) =>
    [name, subject, body].join("\n").toLowerCase().includes(needle),
  );
  const groupOf = ({ code }: MailText) => code.split(".")[0] as Group;
  return (
    <>
      <TextInput
        type="search"
        className={screen.search}
        aria-label={t("mailTexts.search")}
        placeholder={t("mailTexts.search")}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
      />
      {found.length === 0 && <p className={styles.none}>{t("mailTexts.none")}</p>}
      {[...new Set(found.map(groupOf))].map((group) => (
        <section key={group} className={styles.group} aria-labelledby={`texts-${group}`}>
          <h2 id={`texts-${group}`}>{t(`mailTexts.group.${group}`)}</h2>
          <ul>
            {found
              .filter((text) => groupOf(text) === group)
              .map((text) => (
                <TextRow key={text.code} text={text} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
type Group = keyof (typeof mailTexts)["group"];

function TextRow({ text: { code, name, subject, updatedAt, updatedBy } }: { text: MailText }) {
  const { t } = useTranslation();
  const who = updatedBy ?? t("mailTexts.unknown");
  return (
    <li>
      <Link to={paths.managementMailTexts} search={{ open: code }}>
        {name}
      </Link>
      <span className={styles.subject}>{subject}</span>
      {updatedAt && (
        <span className={styles.own}>
          <Tag label={t("mailTexts.own")} />
          <span className={styles.quiet}>
            {t("mailTexts.changed", { when: dateTime(updatedAt), who })}
          </span>
        </span>
      )}
    </li>
  );
}
