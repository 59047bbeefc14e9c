import { Combobox, Modal, TextInput, useCombobox, type ComboboxStore } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Hit } from "./hits.queries.ts";
import { closePalette } from "./palette.ts";
import styles from "./Palette.module.css";
import { useUsername } from "../../lib/session.ts";
import { isComposing } from "../../ui/isComposing.ts";
import { useRestoredFocus } from "../../ui/useRestoredFocus.ts";
import { useFound } from "./useFound.ts";
import "../../locales/en/management.ts";

const remembered = 6;

/**
 * The command palette: searches orders, retirements, companies, people, projects, pages and actions in one field, by
 * keyboard.
 */
export function Palette() {
  const { t } = useTranslation();
  useRestoredFocus();
  return (
    <Modal.Root opened onClose={closePalette} centered={false} size={680} yOffset="12vh">
      <Modal.Overlay />
      {/* Names the dialog, which has no visible title. */}
      <Modal.Content aria-label={t("management.palette.title")}>
        {/* Modal.Body would become the dialog's description, and be read out in full. */}
        <div>
          <Search />
          <Keys />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The field and what it finds, mounted with the dialog: before that, nothing could be preselected. */
function Search() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const { groups, all, q, waiting, failed } = useFound(typed);
  const username = useUsername();
  const [recent, setRecent] = useLocalStorage<Hit[]>({
    // Stored per user: it names people and orders, and a browser may be shared.
    key: `palette-recent:${username}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const combobox = useCombobox({ opened: true });
  const shown = groups.flatMap(({ hits }) => hits.map(({ key }) => key)).join();
  const { preselected, moveOn } = usePreselected(combobox, shown);

  function go(key: string) {
    const hit = all.find((each) => each.key === key) ?? recent.find((each) => each.key === key);
    if (!hit) return;
    setRecent([hit, ...recent.filter((each) => each.key !== key)].slice(0, remembered));
    closePalette();
    const { to, search, hash } = hit;
    void navigate({ to, search, hash });
  }
  const before = q === "" && recent.length > 0 ? [{ name: "recent" as const, hits: recent }] : [];
  return (
    <Combobox store={combobox} withinPortal={false} onOptionSubmit={go}>
      <Combobox.EventsTarget
        withExpandedAttribute
        {...(preselected && { "aria-activedescendant": preselected })}
      >
        <TextInput
          data-autofocus
          size="md"
          variant="unstyled"
          className={styles.field}
          aria-label={t("management.palette.title")}
          placeholder={t("management.palette.placeholder")}
          leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
          value={typed}
          maxLength={200}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          // The list, always open, would keep Escape from reaching the dialog.
          onKeyDown={({ key, nativeEvent }) => {
            if (key === "Escape" && !isComposing(nativeEvent)) closePalette();
            if (key === "ArrowDown" || key === "ArrowUp") moveOn();
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles.options} aria-label={t("management.palette.hits")}>
        {[...before, ...groups].map(({ name, hits }) => (
          <Combobox.Group key={name} label={t(`management.palette.${name}`)}>
            <Hits hits={hits} q={q} />
          </Combobox.Group>
        ))}
        {all.length === 0 && q.length > 1 && (
          <Combobox.Empty>
            {t(`management.palette.${failed ? "failed" : waiting ? "waiting" : "none"}`, {
              q,
            })}
          </Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox>
  );
}

/**
 * Preselects the best match of those `shown`, which Enter then opens. The library tells screen readers only of options
 * that the arrow keys have reached: returns the ID of the preselected one until they move on.
 */
function usePreselected({ selectFirstOption }: ComboboxStore, shown: string) {
  const [preselected, setPreselected] = useState<string | null>(null);
  useEffect(() => {
    setPreselected(selectFirstOption());
    // The store's functions change on every render.
  }, [shown]);
  return { preselected, moveOn: () => setPreselected(null) };
}

function Hits({ hits, q }: { hits: readonly Hit[]; q: string }) {
  return hits.map(({ key, title, note }) => (
    <Combobox.Option key={key} value={key} className={styles.hit}>
      <Marked text={title} q={q} /> <small>{note}</small>
    </Combobox.Option>
  ));
}

function Keys() {
  const { t } = useTranslation();
  return (
    <footer className={styles.foot}>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t("management.palette.move")}
      </span>
      <span>
        <kbd>Enter</kbd> {t("management.palette.open")}
      </span>
      <span className={styles.signs}>
        <kbd>{">"}</kbd> {t("management.palette.onlyDo")} <kbd>#</kbd>{" "}
        {t("management.palette.orders")} <kbd>@</kbd> {t("management.palette.buyers")}
      </span>
    </footer>
  );
}

/** Highlights the matching part of a text. */
function Marked({ text, q }: { text: string; q: string }) {
  const at = q ? text.toLowerCase().indexOf(q.toLowerCase()) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + q.length)}</b>
      {text.slice(at + q.length)}
    </>
  );
}
