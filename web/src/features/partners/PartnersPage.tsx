import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ManagedPartner } from "@tonneline/contract/partners";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { day, euros, whole } from "../../lib/format.ts";
import { facesOf } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ExportButton } from "../../ui/ExportButton.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { SelectionBar } from "../../ui/table/SelectionBar.tsx";
import { pageQuery } from "../../ui/table/tableSearch.ts";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { DeleteManyDialog } from "../deletion/DeleteManyDialog.tsx";
import { actionsOf, useRefreshEntries } from "../directory/entries.queries.ts";
import { DeleteEntryDialog, NameDialog } from "../directory/EntryDialogs.tsx";
import { EntryMenu } from "../directory/EntryMenu.tsx";
import styles from "./partners.module.css";
import { exportPartners, partnersSpec, usePartners } from "./partners.queries.ts";

type Step =
  | { kind: "create" }
  | { kind: "rename" | "delete"; entry: ManagedPartner }
  | { kind: "deleteMany"; entries: readonly ManagedPartner[] };

const nobody: ReadonlySet<number> = new Set();

/** /management/partners: who brings buyers, with the link that counts them. */
export function PartnersPage() {
  const { t } = useTranslation();
  const user = useUser();
  const canWrite = user?.permissions.has("directory:write") ?? false;
  const canSeePeople = user?.permissions.has("users:read") ?? false;
  const [search, change] = useTableSearch(partnersSpec);
  const [step, setStep] = useState<Step>();
  const page = usePartners(pageQuery(search));
  const { data } = page;
  const [selected, setSelected] = useState(nobody);
  const refresh = useRefreshEntries("partners");
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];
  const unused = chosen.filter(({ referredUsers }) => referredUsers === 0);
  const referred = chosen.reduce((sum, each) => sum + each.referredUsers, 0);
  const close = () => setStep(undefined);
  const columns: Column<ManagedPartner>[] = [
    {
      name: "name",
      label: t("partners.column.name"),
      sort: "name",
      fixed: true,
      cell: ({ name }) => (
        <LongText text={name}>
          <b>{name}</b>
        </LongText>
      ),
    },
    {
      name: "link",
      label: t("partners.column.link"),
      cell: ({ name, registrationUrl }) => (
        <span className={styles.link}>
          <code title={registrationUrl}>{new URL(registrationUrl).search}</code>
          <CopyButton
            value={registrationUrl}
            label={t("partners.copy", { name })}
            done={t("partners.copied")}
          />
        </span>
      ),
    },
    {
      name: "people",
      label: t("partners.column.people"),
      sort: "referredUsers",
      num: true,
      cell: ({ id, referredUsers }) => {
        const text = t("partners.people", {
          count: referredUsers,
          number: whole(referredUsers),
        });
        if (!canSeePeople || referredUsers === 0) return text;
        return (
          <Link to="/management/users" search={{ tab: "all", partner: String(id) }}>
            {text}
          </Link>
        );
      },
    },
    {
      name: "bought",
      label: t("partners.column.bought"),
      sort: "purchasedCredits",
      num: true,
      cell: ({ purchasedCredits }) => whole(purchasedCredits),
    },
    {
      name: "money",
      label: t("partners.column.money"),
      sort: "purchasedNet",
      num: true,
      cell: ({ purchasedNet }) => euros(purchasedNet),
    },
    {
      name: "since",
      label: t("partners.column.since"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => day(createdAt),
    },
  ];
  if (canWrite) {
    columns.push({
      name: "actions",
      label: t("partners.column.actions"),
      quiet: true,
      fixed: true,
      cell: (entry) => (
        <EntryMenu
          name={entry.name}
          actions={(["rename", "delete"] as const).map((kind) => ({
            kind,
            onClick: () => setStep({ kind, entry }),
          }))}
        />
      ),
    });
  }
  return (
    <>
      <ListScreen
        name="management-partners"
        texts={t("partners", { returnObjects: true })}
        spec={partnersSpec}
        search={search}
        onChange={change}
        columns={columns}
        idOf={({ id }) => id}
        {...facesOf(page)}
        selectLabel={canWrite ? ({ name }) => t("directory.select", { name }) : undefined}
        selected={selected}
        onSelect={setSelected}
        selectionBar={
          chosen.length > 0 && (
            <SelectionBar
              count={chosen.length}
              sum={t("partners.people", { count: referred, number: whole(referred) })}
              onClear={() => setSelected(nobody)}
            >
              {unused.length > 0 && (
                <Button
                  size="sm"
                  variant="outline"
                  color="white"
                  leftSection={<IconTrash size={16} stroke={1.8} aria-hidden />}
                  onClick={() => setStep({ kind: "deleteMany", entries: unused })}
                >
                  {t("directory.deleteMany", { count: unused.length })}
                </Button>
              )}
            </SelectionBar>
          )
        }
        onRow={(entry) => canWrite && setStep({ kind: "rename", entry })}
        total={
          data &&
          t("partners.total", {
            count: data.totalElements,
            number: whole(data.totalElements),
          })
        }
        actions={
          <>
            {canWrite && (
              <Button
                size="sm"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setStep({ kind: "create" })}
              >
                {t("partners.new")}
              </Button>
            )}
            <ExportButton
              size="sm"
              onExport={() => exportPartners(pageQuery(search))}
              reasonOf={reasonOf}
            />
          </>
        }
      />
      {step?.kind === "create" && (
        <NameDialog list="partners" title={t("partners.new")} onClose={close} />
      )}
      {step?.kind === "rename" && (
        <NameDialog
          list="partners"
          entry={data?.content.find(({ id }) => id === step.entry.id) ?? step.entry}
          title={t("directory.renameTitle", { name: step.entry.name })}
          onClose={close}
        />
      )}
      {step?.kind === "deleteMany" && (
        <DeleteManyDialog
          title={t("directory.deleteManyTitle", { count: step.entries.length })}
          text={t("directory.deleteText")}
          confirm={t("directory.deleteMany", { count: step.entries.length })}
          rows={step.entries}
          remove={(entry) => actionsOf("partners").remove(entry)}
          onActed={() => void refresh()}
          onClose={() => {
            close();
            setSelected(nobody);
          }}
        />
      )}
      {step?.kind === "delete" && (
        <DeleteEntryDialog list="partners" entry={step.entry} onClose={close} />
      )}
    </>
  );
}
