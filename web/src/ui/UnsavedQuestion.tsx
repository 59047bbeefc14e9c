import { useTranslation } from "react-i18next";
import { LeaveQuestion } from "./LeaveQuestion.tsx";

interface Props {
  opened: boolean;
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks for confirmation before unsaved input is discarded. */
export function UnsavedQuestion({ opened, onStay, onDiscard }: Props) {
  const { t } = useTranslation();
  if (!opened) return null;
  return (
    <LeaveQuestion
      title={t("app.unsaved.title")}
      text={t("app.unsaved.text")}
      stay={t("app.unsaved.stay")}
      leave={t("app.unsaved.discard")}
      onStay={onStay}
      onLeave={onDiscard}
    />
  );
}
