import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { checkSerials } from "@tonneline/contract/managedRetirements";
import type { ResponseOf } from "@tonneline/contract/endpoint";
import type { SerialBlock } from "@tonneline/contract/retirements";
import { call } from "../../../lib/api.ts";

export type SerialCheck = ResponseOf<typeof checkSerials>["rows"][number];

/** The blocks of one retirement, as far as they are typed. */
export interface TypedSerials {
  id: number;
  blocks: readonly SerialBlock[];
}

const afterMs = 400;

/**
 * What the server says about serial numbers shortly after they were typed or pasted, by the retirement's id. Rows that
 * are not filled in have no check, nor has anything that was typed since.
 */
export function useSerialChecks(rows: readonly TypedSerials[]): ReadonlyMap<number, SerialCheck> {
  const typed = JSON.stringify(rows.filter(({ blocks }) => blocks.every(isFilledIn)));
  const [settled] = useDebouncedValue(typed, afterMs);
  const { data } = useQuery({
    queryKey: ["management", "serial-checks", settled],
    queryFn: ({ signal }) => {
      const asked = JSON.parse(settled) as { id: number; blocks: SerialBlock[] }[];
      return call(checkSerials, { body: { rows: asked } }, { signal });
    },
    enabled: settled !== "[]",
    // Colleagues complete others meanwhile.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return new Map(settled === typed ? data?.rows.map((row) => [row.id, row]) : []);
}

const isFilledIn = ({ serialNumberFrom, serialNumberTo }: SerialBlock) =>
  serialNumberFrom.trim().length >= 3 && serialNumberTo.trim().length >= 3;
