import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import table from "../../ui/table/table.module.css";

/** A company's name, linked to its record for operators who may read companies. `strong` in the first column of a list. */
export function CompanyLink(props: { id: number; name: string; strong?: boolean }) {
  const { id, name, strong = false } = props;
  const mayRead = useUser()?.permissions.has("users:read") ?? false;
  if (!mayRead) return name;
  return (
    <Link
      to={paths.managementCompany}
      params={{ id: String(id) }}
      preload={false}
      {...(strong && { className: table.record, "data-record": id })}
    >
      {name}
    </Link>
  );
}
