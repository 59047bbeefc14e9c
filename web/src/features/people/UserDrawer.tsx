import { Button } from "@mantine/core";
import { hasAllPermissions, type ManagedUser } from "@tonneline/contract/people";
import { useTranslation } from "react-i18next";
import { recordFailure } from "../../lib/failure.ts";
import { dateTime, day, tonnes } from "../../lib/format.ts";
import { useUser } from "../../lib/session.ts";
import { Facts } from "../../ui/Facts.tsx";
import { RecordDrawer } from "../../ui/RecordDrawer.tsx";
import type { Neighbours } from "../../ui/RecordSteps.tsx";
import { CompanyLink } from "../company/CompanyLink.tsx";
import { RecordTrail } from "../records/RecordTrail.tsx";
import { RecordVisitors } from "../records/RecordVisitors.tsx";
import { PersonalData } from "../privacy/PersonalData.tsx";
import { fullName } from "./columns.tsx";
import { LatestOrders } from "./LatestOrders.tsx";
import { useManagedUser, useRefreshPeople } from "./people.queries.ts";
import { ResetFactor } from "./ResetFactor.tsx";
import { StandingBadge } from "./StandingBadge.tsx";
import { UserForm } from "./UserForm.tsx";

interface Props {
  /** "" while closed. */
  id: string;
  canWrite: boolean;
  onAdmit: (user: ManagedUser) => void;
  onBlock: (user: ManagedUser) => void;
  around: Neighbours | undefined;
  onClose: () => void;
}

/** One user beside the list: account, purchases, role, partner, and block. */
export function UserDrawer({ id, canWrite: isWriter, onAdmit, onBlock, onClose, around }: Props) {
  const { t } = useTranslation();
  const record = useManagedUser(id);
  const { data: user } = record;
  const me = useUser();
  const refresh = useRefreshPeople();
  const isMe = user?.username === me?.username;
  const holdsMore =
    user !== undefined && !hasAllPermissions(me?.permissions ?? [], user.permissions);
  // An erased account has nothing left to change.
  const canWrite = isWriter && !holdsMore && !user?.erased;
  return (
    <RecordDrawer
      title={user ? fullName(user) : t("people.users.title")}
      opened={id !== ""}
      onClose={onClose}
      neighbours={around}
      failure={recordFailure(record, {
        failed: t("people.users.drawer.failed"),
        missing: t("records.missing.user", { id }),
      })}
      actions={
        user && (
          <UserActions
            user={user}
            canAdmit={canWrite}
            canBlock={canWrite && !isMe}
            onAdmit={onAdmit}
            onBlock={onBlock}
          />
        )
      }
    >
      {user && (
        <>
          <RecordVisitors type="user" id={user.id} />
          <section>
            <h3>{t("people.users.drawer.account")}</h3>
            <UserFacts user={user} />
            {isWriter && holdsMore && <p>{t("people.users.drawer.holdsMore")}</p>}
          </section>
          {canWrite && (
            <section>
              <h3>{t("people.users.drawer.change")}</h3>
              <UserForm key={user.id} user={user} canChangeRole={!isMe} />
            </section>
          )}
          {canWrite && !isMe && user.hasSecondFactor && <ResetFactor user={user} />}
          {canWrite && (
            <section>
              <h3>{t("privacy.theirs.title")}</h3>
              <PersonalData
                userId={user.id}
                username={user.username}
                name={fullName(user)}
                canErase={!isMe}
                onErased={() => void refresh()}
              />
            </section>
          )}
          {me?.permissions.has("orders:read") && <LatestOrders user={user} />}
          <RecordTrail key={user.id} type="user" id={user.id} canWrite={isWriter} />
        </>
      )}
    </RecordDrawer>
  );
}

type ActionProps = Pick<Props, "onAdmit" | "onBlock"> & {
  user: ManagedUser;
  canAdmit: boolean;
  canBlock: boolean;
};

function UserActions({ user, canAdmit, canBlock, onAdmit, onBlock }: ActionProps) {
  const { t } = useTranslation();
  return (
    <>
      <StandingBadge standing={user.standing} />
      {canAdmit && user.standing === "TO_ADMIT" && (
        <Button size="sm" onClick={() => onAdmit(user)}>
          {t("people.users.admit")}
        </Button>
      )}
      {canBlock && (
        <Button
          size="sm"
          {...(user.blocked ? { variant: "default" } : { variant: "outline", color: "red.7" })}
          onClick={() => onBlock(user)}
        >
          {t(user.blocked ? "people.users.unblock" : "people.users.block")}
        </Button>
      )}
    </>
  );
}

function UserFacts({ user }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const never = t("people.users.drawer.never");
  const facts = [
    [t("people.users.drawer.email"), user.username],
    [t("people.users.drawer.phone"), user.phone],
    [t("people.users.drawer.company"), <CompanyLink id={user.companyId} name={user.companyName} />],
    [t("people.users.drawer.registered"), dateTime(user.registeredAt)],
    [t("people.users.drawer.lastLogin"), user.lastLoginAt ? dateTime(user.lastLoginAt) : never],
    [t("people.users.drawer.lastPurchase"), user.lastPurchaseAt ? day(user.lastPurchaseAt) : never],
    [t("people.users.drawer.bought"), tonnes(user.totalPurchasedVolume)],
    [t("people.users.drawer.partnerId"), user.referalExternalId],
    [t("people.users.drawer.reason"), user.blockedReason],
  ] as const;
  return <Facts facts={facts} />;
}
