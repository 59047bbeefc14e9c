import type { Retirement } from "@tonneline/contract/retirements";
import type { TFunction } from "i18next";
import { day, utc, whole } from "../../lib/format.ts";
import type { retirements as texts } from "../../locales/en/retirements.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { RecordLink } from "../../ui/table/RecordLink.tsx";
import type { TableSearch } from "../../lib/tableSearch.ts";
import { RetirementStatusBadge } from "./admin/RetirementStatusBadge.tsx";
import { CertificateLink } from "./CertificateLink.tsx";
import styles from "./retirements.module.css";
import { retirements } from "./retirements.queries.ts";

type Name = keyof typeof texts.column;

/** Returns the columns of the buyer's list of retirements. */
export function retirementColumns(
  t: TFunction,
  search: TableSearch,
  nameOf: (userId: number) => string | undefined,
): Column<Retirement>[] {
  const label = (name: Name) => t(`retirements.column.${name}`);
  return [
    {
      name: "requested",
      label: label("requested"),
      sort: "requestedAt",
      latestFirst: true,
      cell: ({ requestedAt }) => (
        <span className={styles.nowrap} title={utc(requestedAt)}>
          {day(requestedAt)}
        </span>
      ),
    },
    {
      name: "project",
      phone: "name",
      fixed: true,
      label: label("project"),
      sort: "projectName",
      cell: ({ id, projectName, registry, externalId, year }) => (
        <>
          <div className={styles.project} title={projectName}>
            <RecordLink spec={retirements.spec} search={search} id={id}>
              {projectName}
            </RecordLink>
          </div>
          <div className={styles.soft}>
            {year} · {registry.name}{" "}
            <span className={styles.mono} translate="no">
              {externalId}
            </span>
          </div>
        </>
      ),
    },
    {
      name: "tonnes",
      phone: "figure",
      label: label("tonnes"),
      sort: "quantity",
      num: true,
      unit: "t",
      cell: ({ quantity }) => <b className={styles.strong}>{whole(quantity)}</b>,
    },
    {
      name: "beneficiary",
      label: label("beneficiary"),
      cell: ({ beneficiaryName }) => beneficiaryName,
    },
    {
      name: "purpose",
      wide: true,
      label: label("purpose"),
      cell: ({ purpose }) => t(`retirements.purpose.${purpose}`),
    },
    {
      name: "person",
      label: label("person"),
      cell: ({ userId }) => nameOf(userId),
    },
    {
      name: "status",
      // Not beside the name: the longest status would leave it too little room.
      phone: "detail",
      label: label("status"),
      sort: "status",
      cell: ({ status }) => <RetirementStatusBadge status={status} />,
    },
    {
      name: "certificate",
      label: label("certificate"),
      cell: (retirement) => <CertificateLink retirement={retirement} />,
    },
  ];
}
