import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import type { Choice } from "./filters.ts";
import styles from "./filters.module.css";

const shortList = 6;
/** A long list grows in steps, so that two thousand developers are not rendered at once. */
const step = 60;

interface Props {
  title: string;
  choices: Choice[];
  chosen: readonly (string | number)[];
  nameOf: (choice: Choice) => string;
  onToggle: (id: string | number) => void;
  /** The label of a search field for long lists; without it there is none. */
  find?: string;
}

/** A filter with check boxes and counts: the first few, then more on demand. Renders nothing without choices. */
export function FacetList({ title, choices, chosen, nameOf, onToggle, find }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [shown, setShown] = useState(shortList);
  const listId = useId();
  if (choices.length === 0) return null;

  const needle = text.trim().toLocaleLowerCase("en");
  const found = needle
    ? choices.filter((choice) => nameOf(choice).toLocaleLowerCase("en").includes(needle))
    : choices;
  const visible = found.filter(({ id }, index) => index < shown || chosen.includes(id));
  const hidden = found.length - visible.length;
  const next = shown === shortList && hidden <= step ? hidden : Math.min(hidden, step);
  const grown = shown > shortList && found.length > shortList;
  const label =
    hidden > 0 ? t("catalogue.filters.more", { count: next }) : t("catalogue.filters.fewer");

  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div id={listId}>
        {find && choices.length > shortList && (
          <TextInput
            className={styles.find}
            classNames={{ wrapper: styles.small! }}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            placeholder={find}
            aria-label={find}
            leftSection={<IconSearch size={16} stroke={1.8} />}
          />
        )}
        {visible.map((choice) => {
          const { id, count } = choice;
          const name = nameOf(choice);
          return (
            <label
              key={id}
              className={count === 0 ? `${styles.option} ${styles.none}` : styles.option}
            >
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
              <span title={name}>{name}</span>
              <span className={styles.n}>{whole(count)}</span>
            </label>
          );
        })}
        {needle && found.length === 0 && (
          <p className={styles.empty}>{t("catalogue.filters.noMatch")}</p>
        )}
        {(hidden > 0 || grown) && (
          // One button for both, which keeps the focus when it changes from one to the other.
          <button
            type="button"
            className={styles.more}
            aria-controls={listId}
            aria-label={`${label}: ${title}`}
            onClick={() => setShown(hidden > 0 ? shown + next : shortList)}
          >
            {label}
          </button>
        )}
      </div>
    </fieldset>
  );
}
