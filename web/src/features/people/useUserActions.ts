import { IconCheck } from "@tabler/icons-react";
import { hasAllPermissions, type ManagedUser } from "@tonneline/contract/people";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session.ts";

/** An action on several users in one dialog. */
export interface Many {
  action: "partner" | "unblock" | "block";
  users: readonly ManagedUser[];
}

interface ActionHandlers {
  onAdmit: (users: readonly ManagedUser[]) => void;
  onMany: (many: Many) => void;
}

/** Returns the possible actions on the selected users; `outOfReach` counts those with more permissions than the operator. */
export function useUserActions(
  marked: readonly ManagedUser[],
  { onAdmit, onMany }: ActionHandlers,
) {
  const { t } = useTranslation();
  const me = useUser();
  const canSeePartners = me?.permissions.has("directory:read") ?? false;
  const manageable = marked.filter(({ permissions }) =>
    hasAllPermissions(me?.permissions ?? [], permissions),
  );
  const outOfReach = marked.length - manageable.length;
  // An erased account has nothing left to change.
  const chosen = manageable.filter(({ erased }) => !erased);
  const waiting = chosen.filter(({ standing }) => standing === "TO_ADMIT");
  // Operators cannot block themselves.
  const others = chosen.filter(({ username }) => username !== me?.username);
  const actions: Many[] = [
    { action: "partner", users: canSeePartners ? chosen : [] },
    { action: "unblock", users: chosen.filter(({ blocked }) => blocked) },
    { action: "block", users: others.filter(({ blocked }) => !blocked) },
  ];
  const possible = [
    {
      label: t("people.users.admitMany", { count: waiting.length }),
      shortcut: "a",
      icon: IconCheck,
      users: waiting,
      onClick: () => onAdmit(waiting),
    },
    ...actions.map((each) => ({
      label: t(`people.users.${each.action}Many`, { count: each.users.length }),
      danger: each.action === "block",
      users: each.users,
      onClick: () => onMany(each),
    })),
  ];
  return { possible: possible.filter((each) => each.users.length > 0), outOfReach };
}
