import { Skeleton, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { erasureKeeps, type Erasure } from "@tonneline/contract/privacy";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf } from "../../lib/api.ts";
import { proveByPasskey } from "../../lib/passkeys.ts";
import { failureOf, reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import styles from "./privacy.module.css";
import { eraseMine, eraseTheirs, useErasure, type Whose } from "./privacy.queries.ts";

interface Props {
  whose: Whose;
  /** The account's username; for another user's account, it must be typed to confirm. */
  username: string;
  /** What erasing one's own account requires in addition to the password. */
  asks?: "code" | "passkey" | null;
  text: string;
  onErased: () => void;
  onClose: () => void;
}

/** Irreversibly erases an account: shows what is retained and what prevents it, and asks for proof of intent. */
export function EraseDialog({ whose, username, asks, text, onErased, onClose }: Props) {
  const { t } = useTranslation();
  const [proof, setProof] = useState("");
  const [code, setCode] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const erasure = useErasure(whose);
  const act = useMutation({
    mutationFn: async () => {
      if (whose !== "mine") return await eraseTheirs(whose, proof);
      const passkey = asks === "passkey" && { passkey: await proveByPasskey() };
      await eraseMine({ password: proof, ...(asks === "code" && { code }), ...passkey });
    },
    onSuccess: onErased,
  });
  const isMine = whose === "mine";
  const missing = isMine ? proof === "" : proof.trim().toLowerCase() !== username;
  const codeMissing = asks === "code" && code.trim().length < 6;
  const refusedAt = (field: string) =>
    fieldErrorsOf(act.error).find(({ path }) => path === field)?.message;
  const refused = refusedAt("password");
  const refusedCode = refusedAt("code");
  const mistake = t(isMine ? "privacy.mine.passwordMissing" : "privacy.theirs.usernameWrong");
  const impossible = !erasure.data || erasure.data.obstacles.length > 0;
  const field = {
    value: proof,
    error: submitted && missing ? mistake : refused,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      act.reset();
      setProof(currentTarget.value);
    },
  };
  return (
    <ActionDialog
      title={t(isMine ? "privacy.mine.erase" : "privacy.theirs.erase")}
      text={text}
      confirm={t(isMine ? "privacy.mine.erase" : "privacy.theirs.erase")}
      danger
      busy={act.isPending}
      impossible={impossible}
      failure={act.error && !refused && !refusedCode ? reasonOf(act.error) : undefined}
      onConfirm={() => {
        setSubmitted(true);
        if (!missing && !codeMissing) act.mutate();
      }}
      onClose={onClose}
    >
      <Consequences whose={whose} />
      {erasure.data && !impossible && isMine && (
        <SecretInput
          label={t("privacy.mine.password")}
          autoComplete="current-password"
          {...field}
        />
      )}
      {erasure.data && !impossible && asks === "code" && (
        <TextInput
          label={t("accounts.login.code")}
          description={t("accounts.login.codeHelp")}
          autoComplete="one-time-code"
          value={code}
          error={submitted && codeMissing ? t("privacy.mine.codeMissing") : refusedCode}
          onChange={({ currentTarget }) => {
            act.reset();
            setCode(currentTarget.value);
          }}
        />
      )}
      {erasure.data && !impossible && asks === "passkey" && <p>{t("privacy.mine.passkey")}</p>}
      {erasure.data && !impossible && !isMine && (
        <TextInput
          label={t("privacy.theirs.username")}
          description={username}
          autoComplete="off"
          {...field}
        />
      )}
    </ActionDialog>
  );
}

/** What prevents the erasure, or what is retained; with its loading and error states. */
function Consequences({ whose }: { whose: Whose }) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useErasure(whose);
  if (isPending) {
    return (
      <div role="status" aria-label={t("privacy.loading")}>
        <Skeleton height={72} />
      </div>
    );
  }
  if (error) {
    return (
      <ErrorState
        title={t("privacy.failed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  return <Outcome erasure={data} isMine={whose === "mine"} />;
}

function Outcome({ erasure, isMine }: { erasure: Erasure; isMine: boolean }) {
  const { t } = useTranslation();
  if (erasure.obstacles.length > 0) {
    const title = t(isMine ? "privacy.mine.obstacles" : "privacy.theirs.obstacles");
    return (
      <Banner tone="warn" title={title}>
        {erasure.obstacles.map(({ obstacle, count }) => (
          <div key={obstacle}>{t(`privacy.obstacles.${obstacle}`, { count })}</div>
        ))}
      </Banner>
    );
  }
  const kept = erasureKeeps.filter((each) => erasure.kept[each] > 0);
  if (kept.length === 0) return <p>{t("privacy.keptNothing")}</p>;
  return (
    <div>
      <p>{t("privacy.kept")}</p>
      <ul className={styles.kept}>
        {kept.map((each) => (
          <li key={each}>{t(`privacy.keeps.${each}`, { count: erasure.kept[each] })}</li>
        ))}
      </ul>
    </div>
  );
}
