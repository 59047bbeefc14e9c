import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";

interface Props {
  /** One project, or a list of them. */
  of: "project" | "list";
  className: string | undefined;
}

/** States that a demonstration's offers are invented and that nobody named in them has agreed to anything. */
export function DemonstrationNote({ of, className }: Props) {
  const { t } = useTranslation();
  return (
    <p className={className}>
      {of === "project" ? t("catalogue.demonstration.one") : t("catalogue.demonstration.note")}{" "}
      <Link to={paths.dataSources}>{t("catalogue.demonstration.link")}</Link>
    </p>
  );
}
