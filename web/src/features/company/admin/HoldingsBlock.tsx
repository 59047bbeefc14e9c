import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { CompanyHolding, CompanyRecord } from "@tonneline/contract/companies";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tonnes, whole } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { NoValue } from "../../../ui/NoValue.tsx";
import { Block } from "./Block.tsx";
import { useCompanyHoldings } from "./companies.queries.ts";

/** A company's holdings, those with the most available tonnes first. */
export function HoldingsBlock({ company: { id, holdings } }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const page = useCompanyHoldings(id, all);
  const { data } = page;
  const figure = (
    name: "purchased" | "inProgress" | "retired" | "available" | "expected",
    of: (row: CompanyHolding) => number,
  ) => ({
    label: t(`companies.holdings.${name}`),
    num: true,
    cell: (row: CompanyHolding) => (of(row) === 0 ? <NoValue /> : whole(of(row))),
  });
  return (
    <Block
      title={t("companies.holdings.title")}
      note={
        holdings.purchased > 0 &&
        t(holdings.expected > 0 ? "companies.holdings.noteExpected" : "companies.holdings.note", {
          purchased: tonnes(holdings.purchased),
          available: tonnes(holdings.available - holdings.expected),
          expected: tonnes(holdings.expected),
        })
      }
      more={
        data &&
        data.totalElements > data.content.length && (
          <Button size="compact-sm" variant="subtle" mr={-16} onClick={() => setAll(true)}>
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
        figure("purchased", (row) => row.purchased),
        figure("inProgress", (row) => row.inProgress),
        figure("retired", (row) => row.retired),
        figure("available", (row) => row.available - row.expected),
        ...(holdings.expected > 0 ? [figure("expected", (row) => row.expected)] : []),
      ]}
    />
  );
}
