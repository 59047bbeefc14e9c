import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { canUsePasskeys } from "../../lib/passkeys.ts";
import { keepTokens } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import styles from "./accounts.module.css";
import { usePasskeyLogin } from "./passkeys.queries.ts";

/** The other way in, where the browser has it. */
export function PasskeyLogin({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { t } = useTranslation();
  const login = usePasskeyLogin();
  if (!canUsePasskeys()) return null;
  const enter = () =>
    login.mutate(undefined, {
      onSuccess: (tokens) => {
        keepTokens(tokens);
        onLoggedIn();
      },
    });
  return (
    <div className={styles.fields}>
      {login.error && <Banner tone="bad" title={refusalText(login.error)} />}
      <BusyButton
        variant="default"
        size="lg"
        fullWidth
        busy={login.isPending}
        leftSection={<IconKey size={18} stroke={1.8} aria-hidden />}
        onClick={enter}
      >
        {t("accounts.passkeys.login")}
      </BusyButton>
    </div>
  );
}
