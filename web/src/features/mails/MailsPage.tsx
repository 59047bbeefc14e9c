import { Button } from "@mantine/core";
import type { Mail } from "@tonneline/contract/mails";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { mailColumns } from "./mailColumns.tsx";
import { MailReader } from "./MailReader.tsx";
import { mails, useResend } from "./mails.queries.ts";
import { ResendAllDialog } from "./ResendAllDialog.tsx";
import { ResendDialog } from "./ResendDialog.tsx";
import "../../locales/en/mails.ts";
import "../../locales/en/people.ts";
import "../../locales/en/table.ts";

/** /management/mails: the mails sent by the product, their status, and a way to resend failed ones. */
export function MailsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("settings:write") ?? false;
  const list = useList(mails);
  const { search, data, chosen } = list;
  const columns = useMemo(() => mailColumns(t, search), [t, search]);
  const sending = useResend();
  const [asking, setAsking] = useState<"all" | readonly Mail[]>();

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
        {...list.screen}
        name="management-mails"
        texts={t("mails", { returnObjects: true })}
        columns={columns}
        tabLabel={(tab) => t(tab === "all" ? "mails.all" : `mails.status.${tab}`)}
        actions={
          <>
            <Button component={Link} to={paths.managementMailTexts} variant="default" size="sm">
              {t("mails.toTexts")}
            </Button>
            {canWrite && data && data.counts.FAILED > 0 && (
              <Button size="sm" onClick={() => setAsking("all")}>
                {t("mails.resendFailedOnes", { count: data.counts.FAILED })}
              </Button>
            )}
          </>
        }
        total={(counted) => t("mails.total", counted)}
        selection={
          canWrite && {
            label: ({ to, subject }) => t("mails.select", { to, subject }),
            actions: [
              {
                label: t("mails.resendCount", { count: chosen.length }),
                onClick: () => setAsking(chosen),
              },
            ],
          }
        }
        sidePanel={
          search.open && (
            <MailReader
              id={search.open}
              canWrite={canWrite}
              busy={sending.isPending}
              onResend={sendAgain}
              onClose={list.close}
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
          onClose={(acted) => {
            setAsking(undefined);
            if (acted) list.clear();
          }}
        />
      )}
    </>
  );
}
