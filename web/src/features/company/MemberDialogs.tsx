import type { CompanyMember, Invitation } from "@tonneline/contract/company";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import { useTranslation } from "react-i18next";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { useUsername } from "../../lib/session.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useRemoveMember, useWithdrawInvitation } from "./company.queries.ts";

/** Confirms the removal of a member, or leaving the company. */
export function RemoveDialog(props: { member: CompanyMember; onClose: () => void }) {
  const { member, onClose } = props;
  const { t } = useTranslation();
  const remove = useRemoveMember();
  const isOwn = useUsername() === member.username;
  const name = `${member.firstName} ${member.lastName}`;
  function tellDone() {
    const text = isOwn ? t("company.members.left") : t("company.members.removed", { name });
    showToast({ tone: "good", text });
    onClose();
  }
  const confirm = () => remove.mutate(member.userId, { onSuccess: tellDone });
  return (
    <ActionDialog
      title={isOwn ? t("company.members.leave") : t("company.members.removeOf", { name })}
      text={isOwn ? t("company.members.leaveText") : t("company.members.removeText", { name })}
      confirm={t(isOwn ? "company.members.leave" : "company.members.remove")}
      danger
      busy={remove.isPending}
      failure={remove.error ? refusalText(remove.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** Confirms the withdrawal of an invitation, which invalidates the link in its mail. */
export function WithdrawDialog(props: { invitation: Invitation; onClose: () => void }) {
  const { invitation, onClose } = props;
  const { t } = useTranslation();
  const withdraw = useWithdrawInvitation();
  const { email } = invitation;
  const failure = isRefusal(withdraw.error, "NOT_FOUND")
    ? t("company.invite.over")
    : withdraw.error && refusalText(withdraw.error);
  const confirm = () =>
    withdraw.mutate(invitation.id, {
      onSuccess: () => {
        showToast({ tone: "good", text: t("company.invite.withdrawn", { email }) });
        onClose();
      },
    });
  return (
    <ActionDialog
      title={t("company.invite.withdrawOf", { email })}
      text={t("company.invite.withdrawText", { email })}
      confirm={t("company.invite.withdraw")}
      danger
      busy={withdraw.isPending}
      failure={failure ?? undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** Confirms that an owner gives up ownership: only another owner can restore it. */
export function StepDownDialog(props: {
  role: CompanyRole;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const role = t(`company.accept.as.${props.role}`);
  return (
    <ActionDialog
      title={t("company.members.stepDown")}
      text={t("company.members.stepDownText", { role })}
      confirm={t("company.members.stepDown")}
      danger
      busy={false}
      failure={undefined}
      onConfirm={() => {
        props.onConfirm();
        props.onClose();
      }}
      onClose={props.onClose}
    />
  );
}
