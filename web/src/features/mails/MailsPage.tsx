import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { facesOf } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { SelectionBar } from "../../ui/table/SelectionBar.tsx";
import { statusTabs } from "../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { showToast } from "../../ui/toast.tsx";
import { mailColumns } from "./mailColumns.tsx";
import { MailReader } from "./MailReader.tsx";
import { exportMails, mailsSpec, mailTabs, queryOf, useMails, useResend } from "./mails.queries.ts";

const nobody: ReadonlySet<number> = new Set();

/** /management/mails: what the product wrote, what became of it, and what was given up to be sent again. */
export function MailsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("settings:write") ?? false;
  const [search, change] = useTableSearch(mailsSpec);
  const [selected, setSelected] = useState(nobody);
  const page = useMails(search);
  const { data } = page;
  const sending = useResend();
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];

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
    <ListScreen
      name="management-mails"
      texts={t("mails", { returnObjects: true })}
      spec={mailsSpec}
      search={search}
      onChange={change}
      // Beside a mail there is room for three.
      columns={mailColumns(t, search).filter(({ name }) => !search.open || name !== "written")}
      idOf={({ id }) => id}
      {...facesOf(page)}
      tabs={{
        label: t("mails.tabs"),
        tabs: statusTabs(mailTabs, data?.counts, (tab) =>
          t(tab === "all" ? "mails.all" : `mails.status.${tab}`),
        ),
      }}
      actions={
        <>
          {canWrite && data && data.counts.FAILED > 0 && (
            <BusyButton size="sm" busy={sending.isPending} onClick={() => resend(undefined)}>
              {t("mails.resendFailedOnes", { count: data.counts.FAILED })}
            </BusyButton>
          )}
          <ExportButton
            size="sm"
            onExport={() => exportMails(queryOf(search))}
            reasonOf={reasonOf}
          />
        </>
      }
      total={
        data && t("mails.total", { count: data.totalElements, number: whole(data.totalElements) })
      }
      selectLabel={canWrite ? ({ to, subject }) => t("mails.select", { to, subject }) : undefined}
      selected={selected}
      onSelect={setSelected}
      selectionBar={
        chosen.length > 0 && (
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
        )
      }
      beside={
        search.open && (
          <MailReader
            id={search.open}
            canWrite={canWrite}
            busy={sending.isPending}
            onResend={(id) => resend([id])}
            onClose={() => change({ ...search, open: "" })}
          />
        )
      }
    />
  );
}
