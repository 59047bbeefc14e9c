import { Button } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { MessagePage } from "./MessagePage.tsx";

/** Shown when a page fails to render or load. The error itself is for developers; the user gets a way out. */
export function CrashPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const { requestId } = failureOf(error);
  return (
    <MessagePage
      title={t("app.error.title")}
      text={t("app.error.generic")}
      action={<Button onClick={() => window.location.reload()}>{t("app.error.loadAgain")}</Button>}
      note={requestId && t("app.error.requestId", { id: requestId })}
    />
  );
}
