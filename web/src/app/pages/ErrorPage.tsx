import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { MessagePage } from "./MessagePage.tsx";

/** /error, also shown when a page crashes: the message passed in navigation state, or the generic one. */
export function ErrorPage() {
  const { t } = useTranslation();
  const message = useRouterState({ select: (state) => state.location.state.message });
  return <MessagePage title={t("app.error.title")} text={message ?? t("app.error.generic")} />;
}
