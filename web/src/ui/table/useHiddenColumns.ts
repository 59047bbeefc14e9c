import { useLocalStorage } from "@mantine/hooks";

/** The hidden columns of a list, stored in this browser under the list's name. */
export function useHiddenColumns(list: string, usual: string[] = []) {
  return useLocalStorage<string[]>({
    key: `columns-${list}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  });
}
