import { Button, VisuallyHidden } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { Company, CompanyMember, Invitation } from "@tonneline/contract/company";
import { canAct, companyRoles, type CompanyRole } from "@tonneline/contract/companyRoles";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { useUsername } from "../../lib/session.ts";
import { useKeyedActions } from "../../lib/useKeyedActions.ts";
import { Banner } from "../../ui/Banner.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { showToast } from "../../ui/toast.tsx";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { useChangeMember } from "./company.queries.ts";
import styles from "./CompanyPage.module.css";
import { InvitationRow } from "./InvitationRow.tsx";
import { RemoveDialog, StepDownDialog, WithdrawDialog } from "./MemberDialogs.tsx";

/** Members and open invitations. Owners change roles in place; removing asks for confirmation. */
export function MemberTable(props: { company: Company; mayManage: boolean }) {
  const { company, mayManage } = props;
  const { t } = useTranslation();
  const change = useChangeMember();
  const roles = useKeyedActions<number>();
  const [leaving, setLeaving] = useState<CompanyMember>();
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const [steppingDown, setSteppingDown] = useState<{ member: CompanyMember; role: CompanyRole }>();
  const ownName = useUsername();

  async function giveRole(member: CompanyMember, role: CompanyRole) {
    const { userId } = member;
    if (!(await roles.run(userId, () => change.mutateAsync({ userId, role })))) return;
    const words = t(`company.accept.as.${role}`);
    const text = t("company.members.changed", { name: nameOf(member), role: words });
    showToast({ tone: "good", text });
  }

  return (
    <>
      {roles.failures.map(([userId, error]) => (
        <Failure key={userId} members={company.members} userId={userId} error={error} />
      ))}
      <table className={styles.table}>
        <VisuallyHidden component="caption">{t("company.members.caption")}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">{t("company.members.member")}</th>
            <th scope="col">{t("company.members.role")}</th>
            <th scope="col">{t("company.members.lastLogin")}</th>
            <th scope="col">
              <VisuallyHidden>{t("company.members.actions")}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {company.members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              isNeeded={isLastOwner(company.members, member)}
              mayManage={mayManage}
              busy={roles.busy.includes(member.userId)}
              onRole={(role) =>
                member.username === ownName
                  ? setSteppingDown({ member, role })
                  : void giveRole(member, role)
              }
              onRemove={() => setLeaving(member)}
            />
          ))}
          {company.invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              mayManage={mayManage}
              onWithdraw={() => setWithdrawing(invitation)}
            />
          ))}
        </tbody>
      </table>
      {company.members.length + company.invitations.length === 1 && (
        <p>{t("company.members.alone")}</p>
      )}
      {steppingDown && (
        <StepDownDialog
          role={steppingDown.role}
          onConfirm={() => void giveRole(steppingDown.member, steppingDown.role)}
          onClose={() => setSteppingDown(undefined)}
        />
      )}
      {leaving && <RemoveDialog member={leaving} onClose={() => setLeaving(undefined)} />}
      {withdrawing && (
        <WithdrawDialog invitation={withdrawing} onClose={() => setWithdrawing(undefined)} />
      )}
    </>
  );
}

/** Says why a role was not changed; of a member who was removed meanwhile only the reason is known. */
function Failure(props: { members: readonly CompanyMember[]; userId: number; error: unknown }) {
  const { t } = useTranslation();
  const { members, userId, error } = props;
  const member = members.find((each) => each.userId === userId);
  if (!member) return <Banner tone="bad" title={refusalText(error)} />;
  return (
    <Banner tone="bad" title={t("company.members.notChanged", { name: nameOf(member) })}>
      {refusalText(error)}
    </Banner>
  );
}

/** A member's full name. */
export const nameOf = ({ firstName, lastName }: CompanyMember) => `${firstName} ${lastName}`;

/** A company must keep an owner who can act for it. */
function isLastOwner(members: readonly CompanyMember[], { userId, role }: CompanyMember) {
  const others = members.filter((each) => each.userId !== userId);
  return role === "OWNER" && !others.some((each) => each.role === "OWNER" && canAct(each));
}

interface RowProps {
  member: CompanyMember;
  /** The last owner: the server refuses to change the role or remove them. */
  isNeeded: boolean;
  mayManage: boolean;
  busy: boolean;
  onRole: (role: CompanyRole) => void;
  onRemove: () => void;
}

function MemberRow({ member, isNeeded, mayManage, busy, onRole, onRemove }: RowProps) {
  const { t } = useTranslation();
  const isOwn = useUsername() === member.username;
  const name = nameOf(member);
  const roles = companyRoles.map((role) => ({ value: role, label: t(`company.roles.${role}`) }));
  return (
    <tr>
      <th scope="row">
        {name} {isOwn && <span className={styles.quiet}>{t("company.members.you")}</span>}{" "}
        {!canAct(member) && (
          <StatusBadge
            tone="stop"
            icon={IconX}
            label={t(`company.members.${member.blocked ? "isBlocked" : "isNotAdmitted"}`)}
            dense
          />
        )}
        <div className={styles.quiet}>{member.username}</div>
      </th>
      <td data-label={t("company.members.role")}>
        {mayManage && !isNeeded ? (
          <SelectField
            aria-label={t("company.members.roleOf", { name })}
            data={roles}
            value={member.role}
            // Disabling it would lose the focus right after the choice.
            aria-disabled={busy}
            onChange={(event) => !busy && onRole(event.currentTarget.value as CompanyRole)}
          />
        ) : (
          t(`company.roles.${member.role}`)
        )}
      </td>
      <td data-label={t("company.members.lastLogin")}>
        {member.lastLoginAt ? <Timestamp at={member.lastLoginAt} /> : t("company.members.never")}
      </td>
      <td className={styles.rowActions}>
        {!isNeeded && (mayManage || isOwn) && (
          <Button
            variant="outline"
            color="red.7"
            size="sm"
            aria-label={isOwn ? undefined : t("company.members.removeOf", { name })}
            onClick={onRemove}
          >
            {t(isOwn ? "company.members.leave" : "company.members.remove")}
          </Button>
        )}
      </td>
    </tr>
  );
}
