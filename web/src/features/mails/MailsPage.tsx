import { Button } from "@mantine/core";
import { mailStatuses } from "@tonneline/contract/mails";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { useUser } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { SelectionBar } from "../../ui/table/SelectionBar.tsx";
import table from "../../ui/table/table.module.css";
import { TablePager } from "../../ui/table/TablePager.tsx";
import { TableSearchField } from "../../ui/table/TableSearchField.tsx";
import { TableSkeleton } from "../../ui/table/TableSkeleton.tsx";
import { TableTabs } from "../../ui/table/TableTabs.tsx";
import { formatTable, untouched } from "../../ui/table/tableSearch.ts";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { showToast } from "../../ui/toast.tsx";
import { mailColumns } from "./mailColumns.tsx";
import { MailReader } from "./MailReader.tsx";
import { mailsSpec, useMails, useResend } from "./mails.queries.ts";
import styles from "./mails.module.css";

const nobody: ReadonlySet<number> = new Set();

/** /management/mails: what the product wrote, what became of it, and what was given up to be sent again. */
export function MailsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("settings:write") ?? false;
  const [search, change] = useTableSearch(mailsSpec);
  const [selected, setSelected] = useState(nobody);
  const opener = useRef<Element>(null);
  const { data, error, isPlaceholderData, refetch } = useMails(search);
  const sending = useResend();
  const plain = Object.keys(formatTable(mailsSpec, { ...search, open: "" })).length === 0;
  // Beside a mail there is room for three.
  const columns = mailColumns(t, search).filter(({ name }) => !search.open || name !== "written");
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];
  const all = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);

  function close() {
    change({ ...search, open: "" });
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }
  function resend(ids: number[] | undefined) {
    sending.mutate(ids, {
      onSuccess: ({ count }) => {
        setSelected(nobody);
        showToast({ tone: "good", text: t("mails.resent", { count, number: whole(count) }) });
      },
      onError: (failure) =>
        showToast({ tone: "bad", text: t("mails.resendFailed", { reason: reasonOf(failure) }) }),
    });
  }

  return (
    <>
      <div className={table.head}>
        <h1>{t("mails.title")}</h1>
        {canWrite && data && data.counts.FAILED > 0 && (
          <BusyButton size="sm" busy={sending.isPending} onClick={() => resend(undefined)}>
            {t("mails.resendFailedOnes", { count: data.counts.FAILED })}
          </BusyButton>
        )}
      </div>
      <TableTabs
        label={t("mails.tabs")}
        chosen={search.tab}
        onChoose={(tab) => change({ ...search, tab, page: 0 })}
        tabs={[
          { name: "all", label: t("mails.all"), count: all },
          ...mailStatuses.map((name) => ({
            name,
            label: t(`mails.status.${name}`),
            count: data?.counts[name],
          })),
        ]}
      />
      <div className={table.filters}>
        <TableSearchField label={t("mails.search")} search={search} onChange={change} />
        {data && (
          <span className={table.total} role="status">
            {t("mails.total", { count: data.totalElements, number: whole(data.totalElements) })}
          </span>
        )}
      </div>
      {!data && !error && <TableSkeleton label={t("mails.loading")} />}
      {!data && error && (
        <ErrorState
          title={t("mails.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      <div className={search.open ? styles.beside : undefined}>
        {data && (
          <div className={styles.list} onFocus={({ target }) => (opener.current = target)}>
            {data.content.length === 0 && (
              <EmptyState
                {...(plain
                  ? { title: t("mails.empty.title"), text: t("mails.empty.text") }
                  : {
                      title: t("mails.none.title"),
                      text: t("mails.none.text"),
                      action: {
                        label: t("mails.none.action"),
                        onClick: () => change(untouched(mailsSpec)),
                      },
                    })}
              />
            )}
            {chosen.length > 0 && (
              <SelectionBar count={chosen.length} onClear={() => setSelected(nobody)}>
                <Button
                  size="sm"
                  variant="white"
                  color="navy.9"
                  onClick={() => resend(chosen.map(({ id }) => id))}
                >
                  {t("mails.resendCount", { count: chosen.length })}
                </Button>
              </SelectionBar>
            )}
            {data.content.length > 0 && (
              <div className={table.frame}>
                <DataTable
                  caption={t("mails.caption")}
                  columns={columns}
                  rows={data.content}
                  idOf={({ id }) => id}
                  selectLabel={
                    canWrite ? ({ to, subject }) => t("mails.select", { to, subject }) : undefined
                  }
                  selected={selected}
                  onSelect={setSelected}
                  search={search}
                  onChange={change}
                  stale={isPlaceholderData}
                />
                <TablePager total={data.totalElements} search={search} onChange={change} />
              </div>
            )}
          </div>
        )}
        {search.open && (
          <MailReader
            id={search.open}
            canWrite={canWrite}
            busy={sending.isPending}
            onResend={(id) => resend([id])}
            onClose={close}
          />
        )}
      </div>
    </>
  );
}
