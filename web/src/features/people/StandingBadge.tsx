import { IconBan, IconCheck, IconClock, IconMail, type Icon } from "@tabler/icons-react";
import type { Standing } from "@tonneline/contract/people";
import { useTranslation } from "react-i18next";
import { StatusBadge, type StatusTone } from "../../ui/StatusBadge.tsx";

const looks: Record<Standing, { tone: StatusTone; icon: Icon }> = {
  TO_ADMIT: { tone: "act", icon: IconClock },
  ADMITTED: { tone: "done", icon: IconCheck },
  UNVERIFIED: { tone: "wait", icon: IconMail },
  BLOCKED: { tone: "stop", icon: IconBan },
};

/** Whether a user may use their account; those awaiting admission stand out. */
export function StandingBadge({ standing, dense }: { standing: Standing; dense?: boolean }) {
  const { t } = useTranslation();
  return (
    <StatusBadge
      {...looks[standing]}
      label={t(`people.users.standing.${standing}`)}
      dense={dense}
    />
  );
}
