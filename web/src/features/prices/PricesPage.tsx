import { Button } from "@mantine/core";
import { IconCurrencyEuro, IconFileUpload } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { VintagePrice } from "@tonneline/contract/prices";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../lib/format.ts";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import { code } from "../../ui/Facts.tsx";
import { NoValue } from "../../ui/NoValue.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { EndedChanges } from "./EndedChanges.tsx";
import { FileDialog } from "./FileDialog.tsx";
import { PricePills } from "./PricePills.tsx";
import { prices } from "./prices.queries.ts";
import { RuleDialog } from "./RuleDialog.tsx";
import { RunningChanges } from "./RunningChanges.tsx";
import "../../locales/en/prices.ts";
import "../../locales/en/projects.ts";
import "../../locales/en/table.ts";

/** /management/prices: the price of each vintage, and bulk changes by a rule or a file. */
export function PricesPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("projects:write") ?? false;
  const list = useList(prices);
  const { search, chosen } = list;
  const shown = useMemo(() => columns(t), [t]);
  const [dialog, setDialog] = useState<"rule" | "file">();
  const navigate = useNavigate();
  const open = ({ project: { id } }: VintagePrice) =>
    void navigate({ to: paths.managementProject, search: { id } });
  const close = (acted?: boolean) => {
    setDialog(undefined);
    if (acted) list.clear();
  };
  return (
    <>
      {canWrite && <RunningChanges />}
      {/* An open dialog reports its own. */}
      {canWrite && !dialog && <EndedChanges />}
      <ListScreen<VintagePrice, string>
        {...list.screen}
        name="management-prices"
        texts={t("prices", { returnObjects: true })}
        columns={shown}
        hiddenByDefault={["id"]}
        onRow={open}
        pills={<PricePills search={search} onChange={list.change} />}
        actions={
          canWrite && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconFileUpload size={16} stroke={1.8} aria-hidden />}
              onClick={() => setDialog("file")}
            >
              {t("prices.file")}
            </Button>
          )
        }
        total={(counted) => t("prices.total", counted)}
        selection={
          canWrite && {
            label: ({ project, year }) => t("prices.select", { name: project.name, year }),
            actions: [
              {
                label: t("prices.change", { count: chosen.length }),
                icon: IconCurrencyEuro,
                onClick: () => setDialog("rule"),
              },
            ],
          }
        }
      />
      {dialog === "rule" && <RuleDialog ids={chosen.map(({ id }) => id)} onClose={close} />}
      {dialog === "file" && <FileDialog onClose={close} />}
    </>
  );
}

function columns(t: TFunction): Column<VintagePrice>[] {
  return [
    {
      name: "id",
      label: t("prices.column.id"),
      sort: "id",
      cell: ({ id }) => id,
    },
    {
      name: "project",
      phone: "name",
      fixed: true,
      label: t("prices.column.project"),
      sort: "project",
      cell: ({ project }) => (
        <LongText text={project.name}>
          <Link to={paths.managementProject} search={{ id: project.id }}>
            {project.name}
          </Link>
        </LongText>
      ),
    },
    {
      name: "externalId",
      label: t("prices.column.externalId"),
      cell: ({ project }) => code(project.externalId) ?? <NoValue />,
    },
    {
      name: "year",
      phone: "detail",
      label: t("prices.column.year"),
      sort: "year",
      latestFirst: true,
      cell: ({ year }) => year,
    },
    {
      name: "price",
      phone: "figure",
      label: t("prices.column.price"),
      sort: "price",
      num: true,
      cell: ({ price }) => (price === null ? t("prices.onRequest") : euros(price)),
    },
    {
      name: "available",
      phone: "state",
      label: t("prices.column.available"),
      num: true,
      unit: "t",
      cell: ({ available }) => whole(available),
    },
  ];
}
