import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { mayDoAll, type ManagedUser } from "@tonneline/contract/people";
import { roleNames } from "@tonneline/contract/accounts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
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

type ManyAction = "partner" | "unblock" | "block";

/** /management/users: people, to be admitted, blocked and given a role or a partner. */
export function UsersPage() {
  const { t } = useTranslation();
  const me = useUser();
  const canWrite = me?.permissions.has("users:write") ?? false;
  const canSeePartners = me?.permissions.has("directory:read") ?? false;
  const list = useList(users);
  const { search, chosen: marked } = list;
  const [admitting, setAdmitting] = useState<readonly ManagedUser[]>();
  const [blocking, setBlocking] = useState<ManagedUser>();
  const [many, setMany] = useState<{ action: ManyAction; users: readonly ManagedUser[] }>();
  const userRole = useRoles().data?.find(({ name }) => name === roleNames.user);
  const chosen = marked.filter(({ permissions }) => mayDoAll(me?.permissions ?? [], permissions));
  const outOfReach = marked.length - chosen.length;
  const waiting = chosen.filter(({ standing }) => standing === "TO_ADMIT");
  // Nobody blocks themself.
  const others = chosen.filter(({ username }) => username !== me?.username);
  const actions: { action: ManyAction; users: readonly ManagedUser[] }[] = [
    { action: "partner", users: canSeePartners ? chosen : [] },
    { action: "unblock", users: chosen.filter(({ blocked }) => blocked) },
    { action: "block", users: others.filter(({ blocked }) => !blocked) },
  ];
  const possible = [
    {
      label: t("people.users.admitMany", { count: waiting.length }),
      icon: IconCheck,
      users: waiting,
      onClick: () => setAdmitting(waiting),
    },
    ...actions.map((each) => ({
      label: t(`people.users.${each.action}Many`, { count: each.users.length }),
      danger: each.action === "block",
      users: each.users,
      onClick: () => setMany(each),
    })),
  ];
  const closeMany = () => {
    setMany(undefined);
    list.clear();
  };

  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-users"
        texts={t("people.users", { returnObjects: true })}
        columns={userColumns(t, search)}
        usuallyHidden={["lastPurchase"]}
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
            actions: possible.filter((each) => each.users.length > 0),
          }
        }
      />
      <UserDrawer
        id={search.open}
        canWrite={canWrite}
        onAdmit={(user) => setAdmitting([user])}
        onBlock={setBlocking}
        around={list.around}
        onClose={list.close}
      />
      {admitting && userRole && (
        <AdmitDialog
          users={admitting}
          roleId={userRole.id}
          onClose={() => {
            setAdmitting(undefined);
            list.clear();
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
