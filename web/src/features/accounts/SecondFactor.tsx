import { Button, Skeleton } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { day } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LeaveQuestion } from "../../ui/LeaveQuestion.tsx";
import { showToast } from "../../ui/toast.tsx";
import details from "./DetailsPage.module.css";
import { usePasskeys } from "./passkeys.queries.ts";
import { ConfirmFactor, ProofForm } from "./SecondFactorForms.tsx";
import styles from "./SessionList.module.css";
import { begin, remove, useRefreshSecondFactor, useSecondFactor } from "./secondFactor.queries.ts";
import { useStep } from "./useStep.ts";

type Step =
  | { kind: "password" }
  | { kind: "confirm"; secret: string; uri: string }
  | { kind: "codes"; codes: readonly string[] }
  | { kind: "remove" };

/** The authenticator app that logins ask for a code: its setup, recovery codes and removal. */
export function SecondFactor() {
  const { t } = useTranslation();
  const { data, error, refetch } = useSecondFactor();
  const passkeys = usePasskeys().data;
  const refresh = useRefreshSecondFactor();
  const { step, setStep, close, region } = useStep<Step>();
  // It is on, but the response with the recovery codes was lost.
  const areCodesLost = step?.kind === "confirm" && Boolean(data?.since);
  useEffect(() => {
    if (areCodesLost) region.current?.focus();
  }, [areCodesLost, region]);
  if (!data) {
    if (!error) return <Skeleton className={styles.waiting!} />;
    const title = t("account.factor.failed");
    return <ErrorState title={title} {...failureOf(error)} onRetry={() => void refetch()} />;
  }
  if (step?.kind === "codes") return <Codes codes={step.codes} onDone={close} />;
  if (step?.kind === "password") {
    return (
      <ProofForm
        asks={data.asks}
        label={t("account.factor.next")}
        onProven={async (proof) => setStep({ kind: "confirm", ...(await begin(proof)) })}
        onCancel={close}
      />
    );
  }
  if (step?.kind === "confirm" && !areCodesLost) {
    const onConfirmed = async (codes: readonly string[]) => {
      setStep({ kind: "codes", codes });
      await refresh();
    };
    return <ConfirmFactor {...step} onConfirmed={onConfirmed} onCancel={close} />;
  }
  if (step?.kind === "remove") {
    return (
      <ProofForm
        asks={data.asks}
        label={t("account.factor.remove")}
        text={t("account.factor.removeText")}
        onProven={async (proof) => {
          await remove(proof);
          showToast({ tone: "good", text: t("account.factor.removed") });
          await refresh();
          close();
        }}
        onCancel={close}
      />
    );
  }
  // If there is a passkey too, the app can be removed, and set up again on another phone.
  const stays = data.needed && passkeys?.length === 0;
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="group"
      aria-label={t("account.factor.title")}
      className={details.form}
    >
      <p>
        {data.since
          ? t("account.factor.on", { since: day(data.since), count: data.recoveryCodesLeft })
          : t(data.asks ? "account.factor.offBesidePasskeys" : "account.factor.off")}
      </p>
      {areCodesLost && <Banner tone="warn" title={t("account.factor.codesLost")} />}
      {data.since && stays && <p>{t("account.factor.stays")}</p>}
      <div className={details.actions}>
        {data.since && !stays && (
          <Button variant="default" onClick={() => setStep({ kind: "remove" })}>
            {t("account.factor.remove")}
          </Button>
        )}
        {!data.since && (
          <Button onClick={() => setStep({ kind: "password" })}>{t("account.factor.setUp")}</Button>
        )}
      </div>
    </div>
  );
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  // The codes are shown only once: to get another set, the app must be removed.
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  });
  const region = useRef<HTMLDivElement>(null);
  // The previous form has disappeared, along with its focused button.
  useEffect(() => region.current?.focus(), []);
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="group"
      aria-label={t("account.factor.done")}
      className={details.form}
    >
      {blocker.status === "blocked" && (
        <LeaveQuestion
          title={t("account.factor.leave.title")}
          text={t("account.factor.leave.text")}
          stay={t("account.factor.leave.stay")}
          leave={t("account.factor.leave.leave")}
          onStay={blocker.reset}
          onLeave={blocker.proceed}
        />
      )}
      <Banner tone="good" title={t("account.factor.done")}>
        {t("account.factor.keepCodes")}
      </Banner>
      <ul className={styles.codes} aria-label={t("account.factor.codes")} data-sentry-block>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className={details.actions}>
        <CopyButton
          value={codes.join("\n")}
          label={t("account.factor.copyCodes")}
          done={t("account.factor.copied")}
        />
        <Button onClick={onDone}>{t("account.factor.kept")}</Button>
      </div>
    </div>
  );
}
