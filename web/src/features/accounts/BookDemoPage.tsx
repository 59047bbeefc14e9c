import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link, Navigate, useRouterState, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import styles from "./accounts.module.css";
import { BookDemoForm } from "./BookDemoForm.tsx";
import { logOut } from "./logOut.ts";
import { carriedParams } from "./carriedParams.ts";
import "../../locales/en/support.ts";
import { useAdmission } from "./useAdmission.ts";
import "../../locales/en/account.ts";

/** /book-demo: for visitors, and for registered users who are not admitted yet; once admitted, they enter automatically. */
export function BookDemoPage() {
  const { t } = useTranslation();
  const user = useUser();
  const carried = carriedParams(useSearch({ strict: false }));
  const verified = useRouterState({ select: (state) => state.location.state.verified });
  useAdmission();
  if (user && !user.isAnonymous) return <Navigate to={paths.home} replace />;
  return (
    <div className={styles.form}>
      {verified && !user && (
        <Banner tone="good" title={t("account.verify.done")}>
          {t("account.verify.doneText")}
        </Banner>
      )}
      <div>
        <h1>{t(user ? "account.bookDemo.waitingTitle" : "account.bookDemo.title")}</h1>
        <p className={styles.lead}>
          {user
            ? t("account.bookDemo.waitingText", { username: user.username })
            : t("account.bookDemo.text")}
        </p>
      </div>
      <div className={styles.sides}>
        <BookDemoForm />
        <div className={styles.form}>
          <section aria-labelledby="what-to-expect">
            <h2 id="what-to-expect" className={styles.heading}>
              {t("account.bookDemo.expectTitle")}
            </h2>
            <ul className={styles.expect}>
              {(["expect1", "expect2", "expect3"] as const).map((key) => (
                <li key={key}>
                  <IconCheck aria-hidden size={16} stroke={1.8} />
                  {t(`account.bookDemo.${key}`)}
                </li>
              ))}
            </ul>
          </section>
          {!user && (
            <section aria-labelledby="have-account" className={styles.account}>
              <h2 id="have-account" className={styles.heading}>
                {t("account.bookDemo.haveAccount")}
              </h2>
              <Button
                variant="default"
                size="lg"
                fullWidth
                renderRoot={(props) => <Link to={paths.login} search={carried} {...props} />}
              >
                {t("accounts.login.submit")}
              </Button>
              <p className={styles.lead}>
                {t("accounts.login.newHere")}{" "}
                <Link to={paths.registration} search={carried} className={styles.strong}>
                  {t("accounts.login.create")}
                </Link>
              </p>
            </section>
          )}
        </div>
      </div>
      {user && (
        <div>
          <Button variant="default" size="md" onClick={() => void logOut()}>
            {t("app.nav.logout")}
          </Button>
        </div>
      )}
    </div>
  );
}
