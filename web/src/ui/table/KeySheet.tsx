import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DialogFrame } from "../DialogFrame.tsx";
import styles from "./keys.module.css";
import { useRestoredFocus } from "../useRestoredFocus.ts";
import { useSingleKeys } from "./useListKeys.ts";

interface Props {
  /** Rows can be selected. */
  selectable: boolean;
  /** The operators' jumps and search are there, too. */
  forOperators: boolean;
  actions: readonly { label: string; shortcut?: string }[];
  onClose: () => void;
}

/** All shortcuts of a list and, for operators, of their pages; and a switch to turn single-key shortcuts off. */
export function KeySheet({ selectable, forOperators, actions, onClose }: Props) {
  const { t } = useTranslation();
  const [on, setOn] = useSingleKeys();
  useRestoredFocus();
  type Row = [keys: readonly string[], text: string];
  const ofSelection: Row[] = [
    [["x"], t("table.keys.chooseRow")],
    [["Shift", "x"], t("table.keys.chooseRange")],
  ];
  const ofOperators: Row[] = [
    [["Ctrl", "K"], t("table.keys.palette")],
    [["g", "o"], t("table.keys.orders")],
    [["g", "r"], t("table.keys.reminders")],
    [["g", "t"], t("table.keys.retirements")],
    [["g", "s"], t("table.keys.support")],
    [["g", "b"], t("table.keys.bank")],
    [["g", "c"], t("table.keys.companies")],
    [["g", "u"], t("table.keys.users")],
    [["g", "p"], t("table.keys.projects")],
    [["g", "h"], t("table.keys.overview")],
  ];
  const rows: Row[] = [
    [["j"], t("table.keys.next")],
    [["k"], t("table.keys.previous")],
    ...(selectable ? ofSelection : []),
    [["Enter"], t("table.keys.open")],
    [["Esc"], t("table.keys.close")],
    [["/"], t("table.keys.searchList")],
    [["."], t("table.keys.news")],
    ...actions.flatMap(({ label, shortcut }): Row[] => (shortcut ? [[[shortcut], label]] : [])),
    ...(forOperators ? ofOperators : []),
    [["?"], t("table.keys.all")],
  ];
  return (
    <DialogFrame opened onClose={onClose} size={640} title={t("table.keys.title")}>
      <div className={styles.body}>
        <dl className={styles.keys}>
          {rows.map(([keys, text]) => (
            <div key={text}>
              <dt>{text}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Switch
          label={t("table.keys.single")}
          // The library's label contains the description, which would be read twice.
          aria-label={t("table.keys.single")}
          description={[
            t("table.keys.singleHelp"),
            ...(forOperators ? [t("table.keys.paletteHelp")] : []),
          ].join(" ")}
          checked={on}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />
      </div>
    </DialogFrame>
  );
}
