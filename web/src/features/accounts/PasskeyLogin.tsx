import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { storeTokens } from "../../lib/session.ts";
import { useSending } from "../../lib/useSending.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import styles from "./accounts.module.css";
import { logInWithPasskey } from "./passkeyLogin.ts";

/** The alternative login, for browsers that support passkeys. */
export function PasskeyLogin({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { t } = useTranslation();
  const login = useSending(logInWithPasskey);
  async function enter() {
    try {
      storeTokens(await login.send());
      onLoggedIn();
    } catch {
      // The banner shows the reason.
    }
  }
  return (
    <div className={styles.fields}>
      {login.error && <Banner tone="bad" title={refusalText(login.error)} />}
      <BusyButton
        variant="default"
        size="lg"
        fullWidth
        busy={login.isPending}
        leftSection={<IconKey size={18} stroke={1.8} aria-hidden />}
        onClick={() => void enter()}
      >
        {t("accounts.login.passkey")}
      </BusyButton>
    </div>
  );
}
