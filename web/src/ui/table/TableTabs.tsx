import { whole } from "../../lib/format.ts";
import { useSelectedInView } from "../useSelectedInView.ts";
import styles from "./TableTabs.module.css";

interface Props {
  label: string;
  tabs: readonly { name: string; label: string; count: number | undefined }[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** The tabs of a list with their row counts. Room is reserved for the counts, which load later and must not move the tabs. */
export function TableTabs({ label, tabs, chosen, onChoose }: Props) {
  const row = useSelectedInView<HTMLDivElement>(chosen);
  return (
    <div ref={row} className={styles.tabs} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          aria-pressed={tab.name === chosen}
          onClick={() => onChoose(tab.name)}
        >
          {tab.label}{" "}
          <span className={styles.count}>{tab.count !== undefined && whole(tab.count)}</span>
        </button>
      ))}
    </div>
  );
}
