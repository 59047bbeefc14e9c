import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { checkSerialNumbers } from "@tonneline/contract/managedRetirements";
import type { ResponseOf } from "@tonneline/contract/endpoint";
import type { SerialBlock } from "@tonneline/contract/retirements";
import { call } from "../../../lib/api.ts";

export type SerialCheck = ResponseOf<typeof checkSerialNumbers>["rows"][number];

/** The blocks of one retirement, as typed so far. */
export interface TypedSerials {
  id: number;
  blocks: readonly SerialBlock[];
}

const delayMs = 400;

/**
 * Has the server check serial numbers shortly after they were typed or pasted; keyed by retirement id. Incomplete
 * rows have no check, nor does input since the last check.
 */
export function useSerialChecks(rows: readonly TypedSerials[]): ReadonlyMap<number, SerialCheck> {
  const typed = JSON.stringify(rows.filter(({ blocks }) => blocks.every(isFilledIn)));
  const [settled] = useDebouncedValue(typed, delayMs);
  const { data } = useQuery({
    queryKey: ["management", "serial-checks", settled],
    queryFn: ({ signal }) => {
      const typedRows = JSON.parse(settled) as { id: number; blocks: SerialBlock[] }[];
      return call(checkSerialNumbers, { body: { rows: typedRows } }, { signal });
    },
    enabled: settled !== "[]",
    // Colleagues may complete other retirements meanwhile.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return new Map(settled === typed ? data?.rows.map((row) => [row.id, row]) : []);
}

const isFilledIn = ({ serialNumberFrom, serialNumberTo }: SerialBlock) =>
  serialNumberFrom.trim().length >= 3 && serialNumberTo.trim().length >= 3;
