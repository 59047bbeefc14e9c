import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { MessagePage } from "./MessagePage.tsx";

/** /error, and what is shown when a page itself breaks: the message passed in navigation state, or the generic one. */
export function ErrorPage() {
  const { t } = useTranslation();
  const message = useRouterState({ select: (state) => state.location.state.message });
  return <MessagePage title={t("app.error.title")} text={message ?? t("app.error.generic")} />;
}
