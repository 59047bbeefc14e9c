import { TextInput } from "@mantine/core";
import { useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { today } from "../../lib/format.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { focusInvalidField } from "../../ui/focusInvalidField.ts";
import { Panel } from "../../ui/Panel.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { showToast } from "../../ui/toast.tsx";
import { downloadQuarter, downloadStatement } from "./documents.queries.ts";
import styles from "./documents.module.css";
import { quarterOf, quartersUntil } from "./quarters.ts";

/** Downloads for bookkeeping: the account statement of a period, and all files of a quarter. */
export function Downloads() {
  return (
    <div className={styles.downloads}>
      <StatementForm />
      <QuarterForm />
    </div>
  );
}

/** Runs one download at a time, and reports why it failed. */
function useDownload() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<string>();
  async function run(name: string, load: () => Promise<void>) {
    setBusy(name);
    try {
      await load();
    } catch (error) {
      showToast({ tone: "bad", text: t("app.downloadFailed", { reason: refusalText(error) }) });
    } finally {
      setBusy(undefined);
    }
  }
  return { busy, run };
}

function StatementForm() {
  const { t } = useTranslation();
  const [from, setFrom] = useState(`${today().slice(0, 4)}-01-01`);
  const [to, setTo] = useState(today());
  const [submitted, setSubmitted] = useState(false);
  const { busy, run } = useDownload();
  const wrong = !from || !to ? "missing" : from > to ? "order" : undefined;
  const form = useRef<HTMLFormElement>(null);
  function load(format: "pdf" | "csv") {
    setSubmitted(true);
    if (wrong) focusInvalidField(form.current);
    else void run(format, () => downloadStatement({ from, to }, format));
  }
  return (
    <Panel title={t("documents.statement.title")}>
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          load("pdf");
        }}
      >
        <p>{t("documents.statement.text")}</p>
        <div className={styles.fields}>
          <TextInput
            type="date"
            label={t("documents.statement.from")}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t("documents.statement.to")}
            value={to}
            error={submitted && wrong ? t(`documents.statement.${wrong}`) : undefined}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </div>
        <div className={styles.buttons}>
          <BusyButton type="submit" variant="default" busy={busy === "pdf"}>
            {t("documents.statement.pdf")}
          </BusyButton>
          <BusyButton variant="default" busy={busy === "csv"} onClick={() => load("csv")}>
            {t("documents.statement.csv")}
          </BusyButton>
        </div>
      </form>
    </Panel>
  );
}

const yearsBack = 5;

function QuarterForm() {
  const { t } = useTranslation();
  const [quarter, setQuarter] = useState(quarterOf(today()));
  const { busy, run } = useDownload();
  const label = (each: string) =>
    t("documents.quarter.name", { quarter: each.slice(6), year: each.slice(0, 4) });
  return (
    <Panel title={t("documents.quarter.title")}>
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void run(quarter, () => downloadQuarter(quarter));
        }}
      >
        <p>{t("documents.quarter.text")}</p>
        <SelectField
          label={t("documents.quarter.label")}
          value={quarter}
          data={quartersUntil(today(), yearsBack * 4).map((value) => ({
            value,
            label: label(value),
          }))}
          onChange={({ currentTarget }) => setQuarter(currentTarget.value)}
        />
        <div className={styles.buttons}>
          <BusyButton type="submit" variant="default" busy={busy !== undefined}>
            {t("documents.quarter.zip")}
          </BusyButton>
        </div>
      </form>
    </Panel>
  );
}
