import { ActionIcon, Button, Switch } from "@mantine/core";
import {
  IconCircleCheck,
  IconCircleMinus,
  IconPencil,
  IconTrash,
  IconUserPlus,
} from "@tabler/icons-react";
import type { Flag, FlagOverride } from "@tonneline/contract/flags";
import { useTranslation } from "react-i18next";
import { dateTime } from "../../lib/format.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import styles from "./flags.module.css";

interface Props {
  flag: Flag;
  canWrite: boolean;
  onSwitch: () => void;
  onDescribe: () => void;
  onAdd: () => void;
  onRemove: (override: FlagOverride) => void;
}

/** One flag: its state for everybody, and its overrides. */
export function FlagPanel({ flag, canWrite, onSwitch, onDescribe, onAdd, onRemove }: Props) {
  const { t } = useTranslation();
  const id = `flag-${flag.name}`;
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id} className={styles.name}>
            {flag.name}
          </h2>
          <p>{flag.description}</p>
          <Value value={flag.value} />
          <p className={styles.quiet}>{t("flags.changed", { when: dateTime(flag.updatedAt) })}</p>
        </div>
        {canWrite ? (
          <div className={styles.tools}>
            <Switch
              size="md"
              checked={flag.enabled}
              onChange={onSwitch}
              label={t(flag.enabled ? "flags.onForAll" : "flags.offForAll")}
              aria-label={t("flags.switch", { name: flag.name })}
            />
            <Button
              size="sm"
              variant="default"
              leftSection={<IconPencil size={16} stroke={1.8} aria-hidden />}
              aria-label={t("flags.describeOne", { name: flag.name })}
              onClick={onDescribe}
            >
              {t("flags.describe")}
            </Button>
          </div>
        ) : (
          <State on={flag.enabled} label={t(flag.enabled ? "flags.onForAll" : "flags.offForAll")} />
        )}
      </header>
      <div className={styles.overrides}>
        <div className={styles.overridesHead}>
          <h3>{t("flags.overrides.title")}</h3>
          {canWrite && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden />}
              onClick={onAdd}
            >
              {t("flags.overrides.add")}
            </Button>
          )}
        </div>
        <Overrides flag={flag} canWrite={canWrite} onRemove={onRemove} />
      </div>
    </section>
  );
}

/** The users with a different state. */
function Overrides({ flag, canWrite, onRemove }: Pick<Props, "flag" | "canWrite" | "onRemove">) {
  const { t } = useTranslation();
  if (flag.overrides.length === 0)
    return <p className={styles.quiet}>{t("flags.overrides.none")}</p>;
  return (
    <ul className={styles.list} aria-label={t("flags.overrides.label", { name: flag.name })}>
      {flag.overrides.map((override) => (
        <li key={override.id} className={styles.row}>
          <span className={styles.identity}>
            {override.identity}
            {!override.hasAccount && (
              <span className={styles.quiet}>{t("flags.overrides.unknown")}</span>
            )}
            <Value value={override.value} />
          </span>
          <State on={override.enabled} label={t(override.enabled ? "flags.on" : "flags.off")} />
          {canWrite && (
            <ActionIcon
              variant="subtle"
              color="navy"
              aria-label={t("flags.overrides.remove", { identity: override.identity })}
              onClick={() => onRemove(override)}
            >
              <IconTrash size={16} stroke={1.8} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}

function Value({ value }: { value: string | null }) {
  const { t } = useTranslation();
  if (value === null) return null;
  return (
    <span className={styles.value}>
      {t("flags.value")} <code translate="no">{value}</code>
    </span>
  );
}

function State({ on, label }: { on: boolean; label: string }) {
  return (
    <StatusBadge
      tone={on ? "done" : "off"}
      icon={on ? IconCircleCheck : IconCircleMinus}
      label={label}
    />
  );
}
