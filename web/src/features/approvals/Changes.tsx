import type { Approval } from "@tonneline/contract/approvals";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";

type Change = Approval["changes"][number];

/** What the catalogue says otherwise than the request. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation();
  if (changes.length === 0) return null;
  const shown = (fact: Change["fact"], value: Change["before"]) => {
    if (value === null) return t("approvals.gone");
    return fact === "price" ? euros(Number(value)) : String(value).toLowerCase();
  };
  return (
    <Banner tone="warn" title={t("approvals.changed")}>
      {changes
        .map(({ name, fact, before, after }) =>
          t("approvals.change", { name, before: shown(fact, before), after: shown(fact, after) }),
        )
        .join(" ")}
    </Banner>
  );
}
