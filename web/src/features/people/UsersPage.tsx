import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { mayDoAll, type ManagedUser } from "@tonneline/contract/people";
import { roleNames } from "@tonneline/contract/accounts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { facesOf } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { SelectionBar } from "../../ui/table/SelectionBar.tsx";
import { statusTabs } from "../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { AdmitDialog } from "./AdmitDialog.tsx";
import { BlockDialog } from "./BlockDialog.tsx";
import { BlockManyDialog } from "./BlockManyDialog.tsx";
import { userColumns } from "./columns.tsx";
import { exportUsers, queryOf, useRoles, usersSpec, userTabs, useUsers } from "./people.queries.ts";
import { PartnerDialog } from "./PartnerDialog.tsx";
import { UserDrawer } from "./UserDrawer.tsx";
import { UserPills } from "./UserPills.tsx";

type ManyAction = "partner" | "unblock" | "block";

const nobody: ReadonlySet<number> = new Set();

/** /management/users: people, to be admitted, blocked and given a role or a partner. */
export function UsersPage() {
  const { t } = useTranslation();
  const me = useUser();
  const canWrite = me?.permissions.has("users:write") ?? false;
  const canSeePartners = me?.permissions.has("directory:read") ?? false;
  const [search, change] = useTableSearch(usersSpec);
  const [selected, setSelected] = useState(nobody);
  const [admitting, setAdmitting] = useState<readonly ManagedUser[]>();
  const [blocking, setBlocking] = useState<ManagedUser>();
  const [many, setMany] = useState<{ action: ManyAction; users: readonly ManagedUser[] }>();
  const page = useUsers(queryOf(search));
  const { data } = page;
  const userRole = useRoles().data?.find(({ name }) => name === roleNames.user);
  const marked = data?.content.filter(({ id }) => selected.has(id)) ?? [];
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
  const closeMany = () => {
    setMany(undefined);
    setSelected(nobody);
  };

  return (
    <>
      <ListScreen
        name="management-users"
        texts={t("people.users", { returnObjects: true })}
        spec={usersSpec}
        search={search}
        onChange={change}
        columns={userColumns(t, search)}
        usuallyHidden={["lastPurchase"]}
        idOf={({ id }) => id}
        {...facesOf(page)}
        tabs={{
          label: t("people.users.tabs"),
          tabs: statusTabs(userTabs, data?.counts, (tab) =>
            t(tab === "all" ? "people.users.all" : `people.users.standing.${tab}`),
          ),
        }}
        actions={
          <>
            <Button component={Link} to="/management/roles" variant="default" size="sm">
              {t("people.roles.title")}
            </Button>
            <ExportButton
              size="sm"
              onExport={() => exportUsers(queryOf(search))}
              reasonOf={reasonOf}
            />
          </>
        }
        pills={<UserPills search={search} onChange={change} />}
        total={
          data &&
          t("people.users.total", {
            count: data.totalElements,
            number: whole(data.totalElements),
          })
        }
        selectLabel={
          canWrite ? ({ username }) => t("people.users.select", { name: username }) : undefined
        }
        selected={selected}
        onSelect={setSelected}
        selectionBar={
          marked.length > 0 && (
            <SelectionBar
              count={marked.length}
              sum={outOfReach > 0 && t("people.users.holdMore", { count: outOfReach })}
              onClear={() => setSelected(nobody)}
            >
              {waiting.length > 0 && (
                <Button
                  size="sm"
                  variant="white"
                  color="navy.9"
                  leftSection={<IconCheck size={16} aria-hidden />}
                  onClick={() => setAdmitting(waiting)}
                >
                  {t("people.users.admitMany", { count: waiting.length })}
                </Button>
              )}
              {actions.map(
                ({ action, users }) =>
                  users.length > 0 && (
                    <Button
                      key={action}
                      size="sm"
                      variant={action === "block" ? "outline" : "white"}
                      color={action === "block" ? "white" : "navy.9"}
                      onClick={() => setMany({ action, users })}
                    >
                      {t(`people.users.${action}Many`, { count: users.length })}
                    </Button>
                  ),
              )}
            </SelectionBar>
          )
        }
      />
      <UserDrawer
        id={search.open}
        canWrite={canWrite}
        onAdmit={(user) => setAdmitting([user])}
        onBlock={setBlocking}
        onClose={() => change({ ...search, open: "" })}
      />
      {admitting && userRole && (
        <AdmitDialog
          users={admitting}
          roleId={userRole.id}
          onClose={() => {
            setAdmitting(undefined);
            setSelected(nobody);
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
