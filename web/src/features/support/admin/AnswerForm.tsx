import type { SupportRequest } from "@tonneline/contract/support";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../../lib/api.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { showToast } from "../../../ui/toast.tsx";
import { MessageForm } from "../MessageForm.tsx";
import { useAnswer } from "./admin.queries.ts";

/** Answers the writer. Input is kept if a colleague was faster, whose answer is then shown. */
export function AnswerForm({ request }: { request: SupportRequest }) {
  const { t } = useTranslation();
  const answer = useAnswer(request);
  const { email } = request;
  const failure = isRefusal(answer.error, "VERSION_CONFLICT")
    ? t("management.support.conflict")
    : answer.error && reasonOf(answer.error);
  return (
    <MessageForm
      label={t("management.support.answer")}
      help={t("management.support.answerHelp", { email })}
      send={t("management.support.send")}
      busy={answer.isPending}
      failure={failure ?? undefined}
      onSend={async (text) => {
        await answer.mutateAsync(text);
        showToast({ tone: "good", text: t("management.support.sent", { email }) });
      }}
    />
  );
}
