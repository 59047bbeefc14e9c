import { Button } from "@mantine/core";
import type { Mail } from "@tonneline/contract/mails";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { facesOf } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { SelectionBar } from "../../ui/table/SelectionBar.tsx";
import { statusTabs } from "../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { showToast } from "../../ui/toast.tsx";
import { mailColumns } from "./mailColumns.tsx";
import { MailReader } from "./MailReader.tsx";
import { exportMails, mailsSpec, mailTabs, queryOf, useMails, useResend } from "./mails.queries.ts";
import { ResendAllDialog } from "./ResendAllDialog.tsx";
import { ResendDialog } from "./ResendDialog.tsx";

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
  const [asking, setAsking] = useState<"all" | readonly Mail[]>();
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];

  function sendAgain(id: number) {
    sending.mutate(id, {
      onSuccess: () =>
        showToast({ tone: "good", text: t("mails.resent", { count: 1, number: whole(1) }) }),
      onError: (failure) =>
        showToast({ tone: "bad", text: t("mails.resendFailed", { reason: reasonOf(failure) }) }),
    });
  }

  return (
    <>
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
              <Button size="sm" onClick={() => setAsking("all")}>
                {t("mails.resendFailedOnes", { count: data.counts.FAILED })}
              </Button>
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
              <Button size="sm" variant="white" color="navy.9" onClick={() => setAsking(chosen)}>
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
              onResend={sendAgain}
              onClose={() => change({ ...search, open: "" })}
            />
          )
        }
      />
      {asking === "all" && data && (
        <ResendAllDialog count={data.counts.FAILED} onClose={() => setAsking(undefined)} />
      )}
      {asking && asking !== "all" && (
        <ResendDialog
          mails={asking}
          onClose={() => {
            setAsking(undefined);
            setSelected(nobody);
          }}
        />
      )}
    </>
  );
}
