import { Button } from "@mantine/core";
import type { ManagedUser } from "@tonneline/contract/people";
import { roleNames } from "@tonneline/contract/accounts";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useList } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { AdmitDialog } from "./AdmitDialog.tsx";
import { BlockDialog } from "./BlockDialog.tsx";
import { BlockManyDialog } from "./BlockManyDialog.tsx";
import { userColumns } from "./columns.tsx";
import { useRoles, users } from "./people.queries.ts";
import { PartnerDialog } from "./PartnerDialog.tsx";
import { UserDrawer } from "./UserDrawer.tsx";
import "../../locales/en/orders.ts";
import "../../locales/en/people.ts";
import "../../locales/en/privacy.ts";
import "../../locales/en/table.ts";
import { UserPills } from "./UserPills.tsx";
import { useUserActions, type Many } from "./useUserActions.ts";

/** /management/users: users, to be admitted, blocked, and assigned a role or partner. */
export function UsersPage() {
  const { t } = useTranslation();
  const me = useUser();
  const canWrite = me?.permissions.has("users:write") ?? false;
  const list = useList(users);
  const { search, chosen: marked } = list;
  const columns = useMemo(() => userColumns(t, search), [t, search]);
  const [admitting, setAdmitting] = useState<readonly ManagedUser[]>();
  const [blocking, setBlocking] = useState<ManagedUser>();
  const [many, setMany] = useState<Many>();
  const userRole = useRoles().data?.find(({ name }) => name === roleNames.user);
  const { possible, outOfReach } = useUserActions(marked, {
    onAdmit: setAdmitting,
    onMany: setMany,
  });
  const closeMany = (acted?: boolean) => {
    setMany(undefined);
    if (acted) list.clear();
  };

  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-users"
        texts={t("people.users", { returnObjects: true })}
        columns={columns}
        hiddenByDefault={["lastPurchase"]}
        tabLabel={(tab) => t(tab === "all" ? "people.users.all" : `people.users.standing.${tab}`)}
        actions={
          <Button component={Link} to="/management/roles" variant="default" size="sm">
            {t("people.roles.title")}
          </Button>
        }
        pills={<UserPills search={search} onChange={list.change} />}
        total={(counted) => t("people.users.total", counted)}
        selection={
          canWrite && {
            label: ({ username }) => t("people.users.select", { name: username }),
            sum: outOfReach > 0 && t("people.users.holdMore", { count: outOfReach }),
            actions: possible,
          }
        }
      />
      <UserDrawer
        id={search.open}
        canWrite={canWrite}
        onAdmit={(user) => setAdmitting([user])}
        onBlock={setBlocking}
        around={list.neighbours}
        onClose={list.close}
      />
      {admitting && userRole && (
        <AdmitDialog
          users={admitting}
          roleId={userRole.id}
          onClose={(acted) => {
            setAdmitting(undefined);
            if (acted) list.clear();
          }}
        />
      )}
      {many?.action === "partner" && <PartnerDialog users={many.users} onClose={closeMany} />}
      {many && many.action !== "partner" && (
        <BlockManyDialog action={many.action} users={many.users} onClose={closeMany} />
      )}
      {blocking && <BlockDialog user={blocking} onClose={() => setBlocking(undefined)} />}
    </>
  );
}
