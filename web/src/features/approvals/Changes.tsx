import type { Approval } from "@tonneline/contract/approvals";
import { useTranslation } from "react-i18next";
import { Banner } from "../../ui/Banner.tsx";
import { useChangeSentence } from "./useChangeSentence.ts";

/** How the catalogue now differs from the request. */
export function Changes({ changes }: Pick<Approval, "changes">) {
  const { t } = useTranslation();
  const sentence = useChangeSentence();
  if (changes.length === 0) return null;
  return (
    <Banner tone="warn" title={t("approvals.changed")}>
      {changes.map(sentence).join(" ")}
    </Banner>
  );
}
