import { IconTrash } from "@tabler/icons-react";
import type { ManagedPartner } from "@tonneline/contract/partners";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { useList } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { NewButton } from "../../ui/NewButton.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { EntrySteps, type EntryStep } from "../directory/EntrySteps.tsx";
import { menuColumn } from "../directory/columns.tsx";
import { partnerColumns } from "./columns.tsx";
import { partners } from "./partners.queries.ts";
import "../../locales/en/deletion.ts";
import "../../locales/en/directory.ts";
import "../../locales/en/partners.ts";
import "../../locales/en/table.ts";

/** /management/partners: partners who refer buyers, with the links by which referrals are counted. */
export function PartnersPage() {
  const { t } = useTranslation();
  const user = useUser();
  const canWrite = user?.permissions.has("directory:write") ?? false;
  const canSeePeople = user?.permissions.has("users:read") ?? false;
  const list = useList(partners);
  const { data, chosen } = list;
  const [step, setStep] = useState<EntryStep<ManagedPartner>>();
  const unused = chosen.filter(({ referredUsers }) => referredUsers === 0);
  const referred = chosen.reduce((sum, each) => sum + each.referredUsers, 0);
  const columns = useMemo(() => {
    const menu = menuColumn(t("partners.column.actions"), ["rename", "delete"], setStep);
    const known = partnerColumns(t, canSeePeople);
    return canWrite ? [...known, { ...menu, phone: "figure" as const }] : known;
  }, [t, canSeePeople, canWrite]);
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-partners"
        texts={t("partners", { returnObjects: true })}
        columns={columns}
        selection={
          canWrite && {
            label: ({ name }) => t("directory.select", { name }),
            sum: t("partners.people", { count: referred, number: whole(referred) }),
            actions: [
              unused.length > 0 && {
                label: t("directory.deleteMany", { count: unused.length }),
                icon: IconTrash,
                danger: true,
                onClick: () => setStep({ kind: "deleteMany", entries: unused }),
              },
            ],
          }
        }
        onRow={(entry) => canWrite && setStep({ kind: "rename", entry })}
        total={(counted) => t("partners.total", counted)}
        actions={
          canWrite && (
            <NewButton label={t("partners.new")} onClick={() => setStep({ kind: "create" })} />
          )
        }
      />
      {step && (
        <EntrySteps
          list="partners"
          step={step}
          entries={data?.content}
          newTitle={t("partners.new")}
          onClose={(acted) => {
            setStep(undefined);
            if (acted) list.clear();
          }}
        />
      )}
    </>
  );
}
