import type { Category } from "@tonneline/contract/catalogue";
import { ActionIcon, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSuggestions } from "./catalogue.queries.ts";
import type { ProjectSearch } from "./catalogue.search.ts";
import styles from "./list.module.css";
import { SuggestionOptions } from "./SuggestionOptions.tsx";
import { useChosenSuggestion } from "./useChosenSuggestion.ts";
import type { ChangeSearch } from "./useProjectSearch.ts";

const typingMs = 300;
const suggestMs = 120;

interface Props {
  category: Category;
  search: ProjectSearch;
  change: ChangeSearch;
}

/**
 * The search field of the list. Typing searches after a short pause and cancels the previous request. Meanwhile filters,
 * projects and developers are suggested; arrow keys move through them, Enter picks one, Escape closes them.
 */
export function SearchField({ category, search, change }: Props) {
  const { t } = useTranslation();
  const { text, setText, hold, clear } = useTypedSearch(search, change);
  const field = useRef<HTMLInputElement>(null);
  // The lists' sheet of shortcuts turns single keys off.
  useHotkeys([["/", () => localStorage["single-keys"] !== "false" && field.current?.focus()]]);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed] = useDebouncedValue(text.trim(), suggestMs);
  const suggestions = useSuggestions(category, combobox.dropdownOpened ? typed : "");
  const choose = useChosenSuggestion(change);
  const found = text.trim() === "" ? undefined : suggestions.data;
  const isAny = found && Object.values(found).some((some) => some.length > 0);

  return (
    <Combobox
      store={combobox}
      // Its position is measured when it opens, not during the first render.
      keepMounted={false}
      onOptionSubmit={(value) => {
        combobox.closeDropdown();
        // Cancels the pending search for the typed text: another page may be open by then.
        hold();
        if (found && choose(found, value)) clear();
      }}
    >
      <Combobox.Target
        withExpandedAttribute
        // The library calls a dropdown without suggestions expanded, and the first ones not yet.
        aria-expanded={combobox.dropdownOpened && !!isAny}
      >
        <TextInput
          classNames={{ wrapper: styles.touch! }}
          ref={field}
          inputMode="search"
          enterKeyHint="search"
          aria-autocomplete="list"
          value={text}
          maxLength={200}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onKeyDown={({ key }) => {
            if (key === "Enter" && combobox.getSelectedOptionIndex() < 0) combobox.closeDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
          aria-label={t("catalogue.search.label")}
          placeholder={t("catalogue.search.placeholder")}
          leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />}
          rightSection={
            text && (
              <ActionIcon
                variant="subtle"
                color="navy.7"
                aria-label={t("catalogue.search.clear")}
                onClick={() => {
                  // The button disappears with the text.
                  field.current?.focus();
                  clear();
                  change((present) => ({ ...present, q: "", pages: 1 }), { replace: true });
                }}
              >
                <IconX size={16} stroke={1.8} aria-hidden />
              </ActionIcon>
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isAny}>
        {found && isAny && <SuggestionOptions found={found} />}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The text of the field; it follows the URL when that changes from elsewhere (Back, a removed chip). */
function useTypedSearch(search: ProjectSearch, change: ChangeSearch) {
  const [text, setText] = useState(search.q);
  const sent = useRef(search.q);
  const send = useRef(change);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    send.current = change;
  }, [change]);

  useEffect(() => {
    if (search.q === sent.current) return;
    sent.current = search.q;
    setText(search.q);
  }, [search.q]);

  useEffect(() => {
    const q = text.trim();
    if (q === sent.current) return undefined;
    timer.current = setTimeout(() => {
      sent.current = q;
      send.current((present) => ({ ...present, q, pages: 1 }), { replace: true });
    }, typingMs);
    return hold;
  }, [text]);

  function hold() {
    clearTimeout(timer.current);
  }
  function clear() {
    setText("");
    sent.current = "";
  }
  return { text, setText, hold, clear };
}
