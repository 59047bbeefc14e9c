import { useLocalStorage } from "@mantine/hooks";

/** Which columns of a list are not shown, remembered in this browser under the list's name. */
export function useHiddenColumns(list: string, usual: string[] = []) {
  return useLocalStorage<string[]>({
    key: `columns-${list}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  });
}
