import { ActionIcon, TextInput } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ProjectSearch } from "./catalogue.search.ts";
import styles from "./list.module.css";
import type { ChangeSearch } from "./useProjectSearch.ts";

const typingMs = 300;

interface Props {
  search: ProjectSearch;
  change: ChangeSearch;
}

/**
 * The search of the list. Typing asks after a short pause; the answer to what was typed before is no longer awaited.
 * The field follows the address when that changes from elsewhere (Back, a removed chip).
 */
export function SearchField({ search, change }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(search.q);
  const sent = useRef(search.q);
  const send = useRef(change);
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
    const timer = setTimeout(() => {
      sent.current = q;
      send.current((present) => ({ ...present, q, pages: 1 }), { replace: true });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [text]);

  function clear() {
    setText("");
    sent.current = "";
    change((present) => ({ ...present, q: "", pages: 1 }), { replace: true });
  }

  return (
    <TextInput
      classNames={{ wrapper: styles.touch! }}
      type="search"
      role="searchbox"
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.currentTarget.value)}
      aria-label={t("catalogue.search.label")}
      placeholder={t("catalogue.search.placeholder")}
      leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />}
      rightSection={
        text && (
          <ActionIcon
            variant="subtle"
            color="navy.7"
            aria-label={t("catalogue.search.clear")}
            onClick={clear}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        )
      }
    />
  );
}
