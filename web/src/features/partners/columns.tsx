import { Link } from "@tanstack/react-router";
import type { ManagedPartner } from "@tonneline/contract/partners";
import type { TFunction } from "i18next";
import { euros, shortDay, tonnes, whole } from "../../lib/format.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { OnPhone } from "../../ui/table/OnPhone.tsx";
import { nameColumn } from "../directory/columns.tsx";
import styles from "./partners.module.css";

/** Returns the columns of the list of partners. `canSeePeople` links to the users that each partner referred. */
export function partnerColumns(t: TFunction, canSeePeople: boolean): Column<ManagedPartner>[] {
  return [
    { ...nameColumn(t("partners.column.name")), phone: "name" },
    {
      name: "link",
      label: t("partners.column.link"),
      phone: "actions",
      cell: ({ name, registrationUrl }) => (
        <span className={styles.link}>
          <code translate="no" title={registrationUrl}>
            {new URL(registrationUrl).search}
          </code>
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
      phone: "detail",
      num: true,
      cell: ({ id, referredUsers, purchasedCredits, createdAt }) => {
        const text = t("partners.people", {
          count: referredUsers,
          number: whole(referredUsers),
        });
        return (
          <>
            {!canSeePeople || referredUsers === 0 ? (
              text
            ) : (
              <Link to="/management/users" search={{ tab: "all", partner: String(id) }}>
                {text}
              </Link>
            )}
            <OnPhone>
              · {tonnes(purchasedCredits)} · {t("partners.sinceDay", { day: shortDay(createdAt) })}
            </OnPhone>
          </>
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
      phone: "state",
      num: true,
      cell: ({ purchasedNet }) => euros(purchasedNet),
    },
    {
      name: "since",
      label: t("partners.column.since"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => shortDay(createdAt),
    },
  ];
}
