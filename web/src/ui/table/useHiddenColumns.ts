import { useLocalStorage } from "@mantine/hooks";

/** The hidden columns of a list, stored in this browser under the list's name. */
export function useHiddenColumns(list: string, hiddenByDefault: string[] = []) {
  return useLocalStorage<string[]>({
    key: `columns-${list}`,
    defaultValue: hiddenByDefault,
    getInitialValueInEffect: false,
  });
}
