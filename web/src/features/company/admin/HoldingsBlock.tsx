import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { CompanyHolding, CompanyRecord } from "@tonneline/contract/companies";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tonnes, whole } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { Nothing } from "../../../ui/Nothing.tsx";
import { Block } from "./Block.tsx";
import { useCompanyHoldings } from "./companies.queries.ts";

/** What a company holds, the vintages with most that is available first. */
export function HoldingsBlock({ company: { id, holdings } }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const page = useCompanyHoldings(id, all);
  const { data } = page;
  const figure = (
    of: keyof CompanyHolding & ("purchased" | "inProgress" | "retired" | "available"),
  ) => ({
    label: t(`companies.holdings.${of}`),
    num: true,
    cell: (row: CompanyHolding) => (row[of] === 0 ? <Nothing /> : whole(row[of])),
  });
  return (
    <Block
      title={t("companies.holdings.title")}
      note={
        holdings.purchased > 0 &&
        t("companies.holdings.note", {
          purchased: tonnes(holdings.purchased),
          available: tonnes(holdings.available),
        })
      }
      more={
        data &&
        data.totalElements > data.content.length && (
          <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
            {t("companies.holdings.all", { count: data.totalElements })}
          </Button>
        )
      }
      page={page}
      none={t("companies.holdings.none")}
      failed={t("companies.holdings.failed")}
      keyOf={(row) => row.id}
      columns={[
        {
          label: t("companies.holdings.project"),
          wide: true,
          cell: ({ projectId, projectName }) => (
            <Link to={paths.project} params={{ id: String(projectId) }}>
              {projectName}
            </Link>
          ),
        },
        { label: t("companies.holdings.vintage"), num: true, cell: ({ year }) => year },
        figure("purchased"),
        figure("inProgress"),
        figure("retired"),
        figure("available"),
      ]}
    />
  );
}
