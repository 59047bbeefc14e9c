import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { canAct } from "@tonneline/contract/companyRoles";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { shortDay } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import styles from "./companies.module.css";
import { OwnerDialog } from "./OwnerDialog.tsx";
import record from "./record.module.css";

interface Props {
  company: CompanyRecord;
  canWrite: boolean;
}

/** A company's members and invitations. If no owner can act, another member can be made owner here. */
export function PeopleList({ company, canWrite }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<CompanyRecord["people"][number]>();
  const { invitations, ownerName, people } = company;
  if (people.length + invitations.length === 0) {
    return <p className={record.soft}>{t("companies.people.none")}</p>;
  }
  return (
    <>
      <ul className={styles.rows}>
        {people.map((member) => (
          <Person
            key={member.userId}
            member={member}
            {...(canWrite &&
              ownerName === null &&
              canAct(member) && { onAppoint: () => setChosen(member) })}
          />
        ))}
        {invitations.map(({ id, email, role, createdAt }) => (
          <li key={`invited ${id}`}>
            <span>
              {email}
              <small>{t(`company.roles.${role}`)}</small>
            </span>
            <small>{t("companies.people.invited", { day: shortDay(createdAt) })}</small>
          </li>
        ))}
      </ul>
      {chosen && (
        <OwnerDialog company={company} member={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

function Person(props: { member: CompanyRecord["people"][number]; onAppoint?: () => void }) {
  const { t } = useTranslation();
  const { userId, firstName, lastName, username, role, blocked, admitted, lastLoginAt } =
    props.member;
  const name = `${firstName} ${lastName}`;
  return (
    <li>
      <span>
        <Link to={paths.managementUsers} search={{ open: String(userId), tab: "all" }}>
          {name}
        </Link>
        <small>{username}</small>
        <small>{t(`company.roles.${role}`)}</small>
        {props.onAppoint && (
          <Button
            size="compact-sm"
            variant="default"
            className={styles.appoint}
            aria-label={t("companies.owner.openFor", { name })}
            onClick={props.onAppoint}
          >
            {t("companies.owner.open")}
          </Button>
        )}
      </span>
      <small>
        {blocked
          ? t("companies.people.blocked")
          : !admitted
            ? t("companies.people.notAdmitted")
            : lastLoginAt
              ? t("companies.people.active", { day: shortDay(lastLoginAt) })
              : t("companies.people.never")}
      </small>
    </li>
  );
}
