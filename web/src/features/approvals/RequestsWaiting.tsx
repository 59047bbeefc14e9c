import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { useMayForCompany } from "../company/company.queries.ts";
import { useApprovals } from "./approvals.queries.ts";
import "../../locales/en/approvals.ts";

/** Beside the cart: how many requests of the company wait, and the way to them; nothing while none does. */
export function RequestsWaiting() {
  return useMayForCompany("orders") ? <Waiting /> : null;
}

function Waiting() {
  const { t } = useTranslation();
  const { data } = useApprovals({ status: "PENDING", size: "1" });
  const count = data?.counts.PENDING ?? 0;
  if (count === 0) return null;
  return (
    <Banner
      tone="info"
      title={
        <Link to={paths.requests} search={{ tab: "PENDING" }}>
          {t("approvals.waitHere", { count })}
        </Link>
      }
    />
  );
}
