import type { FlagOverride } from "@tonneline/contract/flags";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { useUser } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PanelsSkeleton } from "../../ui/PanelsSkeleton.tsx";
import tableStyles from "../../ui/table/ListScreen.module.css";
import { DescribeDialog } from "./DescribeDialog.tsx";
import { FlagPanel } from "./FlagPanel.tsx";
import styles from "./flags.module.css";
import { useManagedFlags, useOtherService } from "./flags.queries.ts";
import { OverrideDialog } from "./OverrideDialog.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { SwitchDialog } from "./SwitchDialog.tsx";
import "../../locales/en/flags.ts";
import "../../locales/en/table.ts";

type Step =
  | { kind: "switch" | "describe" | "override"; name: string }
  | { kind: "remove"; name: string; override: FlagOverride };

/** /management/flags: what is enabled for everybody, and the overrides per user. */
export function FlagsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("settings:write") ?? false;
  const { data, error, refetch } = useManagedFlags();
  const other = useOtherService();
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  // The current state: after a colleague's change the dialog continues from it.
  const chosen = step && data?.content.find(({ name }) => name === step.name);

  return (
    <>
      <div className={tableStyles.head}>
        <h1>{t("flags.title")}</h1>
      </div>
      <p className={tableStyles.lead}>{t("flags.lead")}</p>
      {other && (
        <div className={styles.banner}>
          <Banner tone="warn" title={t("flags.other.title")}>
            {t("flags.other.text", { host: other })}
          </Banner>
        </div>
      )}
      {!data && !error && <PanelsSkeleton label={t("flags.loading")} count={2} height={180} />}
      {!data && error && (
        <ErrorState
          title={t("flags.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data?.content.length === 0 && (
        <EmptyState title={t("flags.empty.title")} text={t("flags.empty.text")} />
      )}
      {data?.content.map((flag) => (
        <FlagPanel
          key={flag.name}
          flag={flag}
          canWrite={canWrite}
          onSwitch={() => setStep({ kind: "switch", name: flag.name })}
          onDescribe={() => setStep({ kind: "describe", name: flag.name })}
          onAdd={() => setStep({ kind: "override", name: flag.name })}
          onRemove={(override) => setStep({ kind: "remove", name: flag.name, override })}
        />
      ))}
      {chosen && step.kind === "switch" && <SwitchDialog flag={chosen} onClose={close} />}
      {chosen && step.kind === "describe" && <DescribeDialog flag={chosen} onClose={close} />}
      {chosen && step.kind === "override" && <OverrideDialog flag={chosen} onClose={close} />}
      {chosen && step.kind === "remove" && (
        <RemoveDialog flag={chosen} override={step.override} onClose={close} />
      )}
    </>
  );
}
