import { ActionIcon, Button, Popover, TextInput } from "@mantine/core";
import { IconBookmark, IconCheck, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  formatTable,
  parseTable,
  type TableSearch,
  type TableSpec,
} from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { showToast } from "../toast.tsx";
import styles from "./ViewMenu.module.css";

/** A saved view: the setup of a list under a name. */
interface View {
  id: number;
  name: string;
  /** The search parameters. */
  query: string;
  /** The hidden columns. */
  hidden: string[];
}

/** A user's saved views of a list. */
export interface Views {
  all: readonly View[];
  /** Replaces a view of the same name. */
  save: (view: Omit<View, "id">) => Promise<void>;
  remove: (id: number) => Promise<void>;
}

interface Props {
  views: Views;
  /** Explains an error to the user. */
  reasonOf: (error: unknown) => string;
  spec: TableSpec;
  search: TableSearch;
  onChange: ChangeTable;
  hidden: readonly string[];
  onHidden: (hidden: string[]) => void;
}

/** Saves the setup of a list (tab, search, filters, order and columns) as a named view, and restores it. */
export function ViewMenu(props: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { spec, search, onChange, hidden, onHidden, reasonOf } = props;
  const { all, save, remove } = props.views;
  const query = new URLSearchParams(formatTable(spec, { ...search, open: "", page: 0 })).toString();
  const currentView = all.find(
    (view) => view.query === query && view.hidden.toSorted().join() === hidden.toSorted().join(),
  );

  /** Returns whether it succeeded. */
  async function showOutcome(work: Promise<void>, done: string) {
    try {
      await work;
      showToast({ tone: "good", text: done });
      return true;
    } catch (error) {
      showToast({ tone: "bad", text: reasonOf(error) });
      return false;
    }
  }
  function saveView(name: string) {
    return showOutcome(
      save({ name, query, hidden: [...hidden] }),
      t("table.views.saved", { name }),
    );
  }

  return (
    <Popover
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconBookmark size={16} stroke={1.8} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {currentView ? t("table.views.one", { name: currentView.name }) : t("table.views.title")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} aria-label={t("table.views.title")}>
        {all.length === 0 && <p>{t("table.views.none")}</p>}
        <ul>
          {all.map((view) => (
            <ViewRow
              key={view.id}
              name={view.name}
              isShown={view === currentView}
              onShow={() => {
                onChange(parseTable(spec, new URLSearchParams(view.query)));
                onHidden(view.hidden);
                setOpened(false);
              }}
              onDelete={() =>
                void showOutcome(remove(view.id), t("table.views.deleted", { name: view.name }))
              }
            />
          ))}
        </ul>
        <NewView names={all.map(({ name }) => name)} onSave={saveView} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface RowProps {
  name: string;
  isShown: boolean;
  onShow: () => void;
  onDelete: () => void;
}

/** An entry for a saved view, with a confirmation before it is deleted. */
function ViewRow({ name, isShown, onShow, onDelete }: RowProps) {
  const { t } = useTranslation();
  // False once it was canceled: the focus returns to the button that asked.
  const [asking, setAsking] = useState<boolean>();
  if (asking) {
    return (
      <li>
        <span>{t("table.views.ask", { name })}</span>
        <Button size="compact-sm" color="red" onClick={onDelete}>
          {t("table.views.delete")}
        </Button>
        <Button size="compact-sm" variant="default" autoFocus onClick={() => setAsking(false)}>
          {t("table.cancel")}
        </Button>
      </li>
    );
  }
  return (
    <li>
      <button type="button" aria-current={isShown || undefined} onClick={onShow}>
        {name}
        {isShown && <IconCheck size={16} stroke={1.8} aria-hidden />}
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("table.views.deleteOne", { name })}
        autoFocus={asking === false}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </li>
  );
}

interface NewProps {
  names: readonly string[];
  /** Returns whether it was saved. */
  onSave: (name: string) => Promise<boolean>;
}

/** Saves the current setup of the list; the name of an existing view overwrites it. */
function NewView({ names, onSave }: NewProps) {
  const { t } = useTranslation();
  const inputRef = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const name = typed.trim();
  const exists = names.includes(name);
  return (
    <form
      className={styles.save}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(name === "");
        if (name === "") return inputRef.current?.focus();
        void onSave(name).then(
          (isSaved) => isSaved && setTyped((now) => (now === typed ? "" : now)),
        );
      }}
    >
      <TextInput
        ref={inputRef}
        size="sm"
        label={t("table.views.name")}
        maxLength={60}
        value={typed}
        error={submitted && name === "" && t("table.views.nameMissing")}
        list="views-of-this-list"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id="views-of-this-list">
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Button type="submit" size="sm" variant="default">
        {t(exists ? "table.views.update" : "table.views.save")}
      </Button>
    </form>
  );
}
