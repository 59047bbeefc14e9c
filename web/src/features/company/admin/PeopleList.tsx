import { Link } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { useTranslation } from "react-i18next";
import { shortDay } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import styles from "./companies.module.css";

/** Who is in a company, and who was invited. */
export function PeopleList({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const { invitations, people } = company;
  if (people.length + invitations.length === 0) return <p>{t("companies.people.none")}</p>;
  return (
    <ul className={styles.rows}>
      {people.map(({ userId, firstName, lastName, username, role, blocked, lastLoginAt }) => (
        <li key={userId}>
          <span>
            <Link to={paths.managementUsers} search={{ open: String(userId), tab: "all" }}>
              {`${firstName} ${lastName}`}
            </Link>
            <small>{username}</small>
            <small>{t(`company.roles.${role}`)}</small>
          </span>
          <small>
            {blocked
              ? t("companies.people.blocked")
              : lastLoginAt
                ? t("companies.people.active", { day: shortDay(lastLoginAt) })
                : t("companies.people.never")}
          </small>
        </li>
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
  );
}
