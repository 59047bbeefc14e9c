import { useDebouncedValue } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import { useHits, type Hit, type Kind } from "./hits.queries.ts";
import { screensFor } from "./screens.ts";

const askAfterMs = 120;
const mostScreens = 4;

/** The prefix characters that narrow the search. */
const narrowings: Record<string, readonly Kind[] | "do"> = {
  ">": "do",
  "#": ["orders"],
  "@": ["companies", "people"],
};

/** Returns the results for the typed text, in groups of a fixed order. */
export function useFound(typed: string) {
  const { t } = useTranslation();
  const permissions = useUser()?.permissions ?? new Set<string>();
  const only = narrowings[typed.charAt(0)];
  const q = (only ? typed.slice(1) : typed).trim();
  const [asked] = useDebouncedValue(q, askAfterMs);
  const isKind = only !== undefined && only !== "do";
  const { groups, waiting, failed } = useHits(
    only === "do" ? "" : asked,
    permissions,
    isKind ? only : undefined,
  );
  const { screens, actions } = screensFor(t, permissions, q);
  const pages = isKind ? [] : screens.slice(0, mostScreens);
  const search: Hit[] =
    q.length > 1 && only !== "do" && permissions.has("orders:read")
      ? [
          {
            key: `search ${q}`,
            title: t("management.palette.searchOrders", { q }),
            note: "",
            to: paths.managementOrders,
            search: { tab: "all", q },
          },
        ]
      : [];
  const found = [
    ...groups.map(({ kind, hits }) => ({ name: kind, hits })),
    { name: "screens" as const, hits: only === "do" ? [] : pages },
    { name: "do" as const, hits: isKind ? [] : [...actions, ...(only === "do" ? screens : [])] },
    { name: "search" as const, hits: search },
  ].filter(({ hits }) => hits.length > 0);
  return { groups: found, all: found.flatMap(({ hits }) => hits), q, waiting, failed };
}
