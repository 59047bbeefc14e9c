import { expect, it } from "vitest";
import { parseTable } from "../../lib/tableSearch.ts";
import { auditLog } from "./audit.queries.ts";

it.each(["order.approve", "secondFactor.enable", "bank-account.change"])(
  "the log can be filtered by %s",
  (action) => {
    const { filters } = parseTable(auditLog.spec, new URLSearchParams({ action }));
    expect(filters).toEqual({ action });
  },
);
