import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { standings, type ManagedUser } from "@tonneline/contract/people";
import { roleNames } from "@tonneline/contract/accounts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { useUser } from "../../lib/session.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { SelectionBar } from "../../ui/table/SelectionBar.tsx";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { AdmitDialog } from "./AdmitDialog.tsx";
import { BlockDialog } from "./BlockDialog.tsx";
import { userColumns } from "./columns.tsx";
import { exportUsers, queryOf, useRoles, usersSpec, useUsers } from "./people.queries.ts";
import { UserDrawer } from "./UserDrawer.tsx";
import { UserPills } from "./UserPills.tsx";

const nobody: ReadonlySet<number> = new Set();

/** /management/users: people, to be admitted, blocked and given a role or a partner. */
export function UsersPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("users:write") ?? false;
  const [search, change] = useTableSearch(usersSpec);
  const [selected, setSelected] = useState(nobody);
  const [admitting, setAdmitting] = useState<readonly ManagedUser[]>();
  const [blocking, setBlocking] = useState<ManagedUser>();
  const { data, error, isPlaceholderData, refetch } = useUsers(queryOf(search));
  const userRole = useRoles().data?.find(({ name }) => name === roleNames.user);
  const waiting =
    data?.content.filter((user) => selected.has(user.id) && user.standing === "TO_ADMIT") ?? [];
  const count = data && Object.values(data.counts).reduce((sum, each) => sum + each, 0);

  return (
    <>
      <ListScreen
        name="management-users"
        texts={{
          ...t("people.users", { returnObjects: true }),
        }}
        spec={usersSpec}
        search={search}
        onChange={change}
        columns={userColumns(t, search)}
        usuallyHidden={["lastPurchase"]}
        idOf={({ id }) => id}
        data={data}
        failure={error ? failureOf(error) : undefined}
        onRetry={() => void refetch()}
        stale={isPlaceholderData}
        tabs={{
          label: t("people.users.tabs"),
          tabs: usersSpec.tabs.map((name) => {
            const standing = standings.find((each) => each === name);
            return standing
              ? {
                  name,
                  label: t(`people.users.standing.${standing}`),
                  count: data?.counts[standing],
                }
              : { name, label: t("people.users.all"), count };
          }),
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
          waiting.length > 0 && (
            <SelectionBar count={waiting.length} onClear={() => setSelected(nobody)}>
              <Button
                size="sm"
                variant="white"
                color="navy.9"
                leftSection={<IconCheck size={16} aria-hidden />}
                onClick={() => setAdmitting(waiting)}
              >
                {t("people.users.admitMany", { count: waiting.length })}
              </Button>
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
      {blocking && <BlockDialog user={blocking} onClose={() => setBlocking(undefined)} />}
    </>
  );
}
