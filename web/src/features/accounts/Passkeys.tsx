import { Button, Skeleton } from "@mantine/core";
import { maxPasskeys, type Passkey } from "@tonneline/contract/passkeys";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { canUsePasskeys } from "../../lib/canUsePasskeys.ts";
import { useUser } from "../../lib/session.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { showToast } from "../../ui/toast.tsx";
import { Timestamp } from "../../ui/Timestamp.tsx";
import details from "./DetailsPage.module.css";
import { usePasskeys, add, remove } from "./passkeys.queries.ts";
import { ProofForm } from "./SecondFactorForms.tsx";
import styles from "./SessionList.module.css";
import { useRefreshSecondFactor, useSecondFactor } from "./secondFactor.queries.ts";
import { useStep } from "./useStep.ts";

type Step = { kind: "add" } | { kind: "remove"; passkey: Passkey };

/** Passkeys of the user's devices, each sufficient for a login: added under a name, listed, removed. */
export function Passkeys() {
  const { t } = useTranslation();
  const { data: passkeys, error, refetch } = usePasskeys();
  const factor = useSecondFactor();
  const refresh = useRefreshSecondFactor();
  const mayRemove = !useUser()?.needsSecondFactor;
  const { step, setStep, close, region } = useStep<Step>();
  if (!passkeys || !factor.data) {
    if (!error && !factor.error) return <Skeleton className={styles.waiting!} />;
    const retry = () => void Promise.all([refetch(), factor.refetch()]);
    const title = t("account.passkeys.failed");
    return <ErrorState title={title} {...failureOf(error ?? factor.error)} onRetry={retry} />;
  }
  const { asks } = factor.data;
  const done = async (text: string) => {
    showToast({ tone: "good", text });
    await refresh();
    close();
  };
  if (step?.kind === "add") {
    return (
      <ProofForm
        asks={asks}
        named
        label={t("account.passkeys.add")}
        text={t(asks === "passkey" ? "account.passkeys.addBeside" : "account.passkeys.addText")}
        onProven={async (proof, name) => {
          await add(name, proof);
          await done(t("account.passkeys.added", { name }));
        }}
        onCancel={close}
      />
    );
  }
  if (step?.kind === "remove") {
    const { id, name } = step.passkey;
    return (
      <ProofForm
        asks={asks}
        label={t("account.passkeys.removeIt")}
        text={t("account.passkeys.removeText", { name })}
        onProven={async (proof) => {
          await remove(id, proof);
          await done(t("account.passkeys.removed", { name }));
        }}
        onCancel={close}
      />
    );
  }
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="group"
      aria-label={t("account.passkeys.title")}
      className={details.form}
    >
      {passkeys.length === 0 && <p>{t("account.passkeys.none")}</p>}
      {passkeys.length > 0 && (
        <List
          passkeys={passkeys}
          onRemove={mayRemove ? (passkey) => setStep({ kind: "remove", passkey }) : undefined}
        />
      )}
      {asks === "passkey" && <p>{t("account.passkeys.keepAnother")}</p>}
      {!canUsePasskeys() && <p>{t("account.passkeys.impossible")}</p>}
      {canUsePasskeys() && passkeys.length < maxPasskeys && (
        <div className={details.actions}>
          <Button variant="default" onClick={() => setStep({ kind: "add" })}>
            {t("account.passkeys.add")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ListProps {
  passkeys: readonly Passkey[];
  onRemove: ((passkey: Passkey) => void) | undefined;
}

function List({ passkeys, onRemove }: ListProps) {
  return (
    <ul className={styles.list}>
      {passkeys.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} onRemove={onRemove && (() => onRemove(passkey))} />
      ))}
    </ul>
  );
}

function Row(props: { passkey: Passkey; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { name, createdAt, lastUsedAt } = props.passkey;
  return (
    <li className={styles.row}>
      <div className={styles.named}>
        <b>{name}</b>
        <p className={styles.facts}>
          <span>
            {t("account.passkeys.since")} <Timestamp at={createdAt} />
          </span>
          <span>
            {lastUsedAt ? (
              <>
                {t("account.passkeys.used")} <Timestamp at={lastUsedAt} />
              </>
            ) : (
              t("account.passkeys.unused")
            )}
          </span>
        </p>
      </div>
      {props.onRemove && (
        <Button
          variant="outline"
          color="red.7"
          size="sm"
          aria-label={t("account.passkeys.removeOne", { name })}
          onClick={props.onRemove}
        >
          {t("account.passkeys.remove")}
        </Button>
      )}
    </li>
  );
}
