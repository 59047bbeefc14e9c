import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  getRetirementDecisions,
  startRetirementDecisions,
  stopRetirementDecisions,
} from "@tonneline/contract/managedRetirements";
import {
  getOrderDecisions,
  startOrderDecisions,
  stopOrderDecisions,
} from "@tonneline/contract/orderDecisions";
import { useEffect, useState, type PropsWithChildren } from "react";
import { useTranslation } from "react-i18next";
import { call, isRefusal } from "../lib/api.ts";
import { refusalOf } from "../lib/bulk.ts";
import { reasonOf } from "../lib/failure.ts";
import { removeRun, useRuns, type ScheduledRun } from "../lib/runs.ts";
import { Gauge } from "../ui/Gauge.tsx";
import { showToast } from "../ui/toast.tsx";
import { useRestoredFocus } from "../ui/useRestoredFocus.ts";
import styles from "./RunDock.module.css";
import "../locales/en/runs.ts";

const pollEveryMs = 400;

/** The endpoints to poll, stop and start runs of each subject. */
const callsBySubject = {
  orders: { read: getOrderDecisions, stop: stopOrderDecisions, startNow: startOrderDecisions },
  retirements: {
    read: getRetirementDecisions,
    stop: stopRetirementDecisions,
    startNow: startRetirementDecisions,
  },
};

/** At the bottom of every page: the operator's decisions that the server is delaying or carrying out. */
export default function RunDock() {
  const { t } = useTranslation();
  const runs = useRuns((store) => store.runs);
  return (
    <section className={styles.dock} aria-label={t("runs.label")}>
      {runs.map((scheduled) => (
        <Run key={scheduled.run.id} scheduled={scheduled} />
      ))}
    </section>
  );
}

function Run({ scheduled }: { scheduled: ScheduledRun }) {
  const { t } = useTranslation();
  const { run, seconds, lost, stop, startNow } = useRun(scheduled);
  const { texts } = scheduled;
  const hasEnded = run.state === "DONE" || run.state === "STOPPED";
  return (
    <div className={styles.run}>
      {run.state === "WAITING" && (
        <p>
          <b role="status">{texts.pending}</b>{" "}
          <span aria-hidden>{seconds > 0 ? t("runs.in", { seconds }) : t("runs.starts")}</span>
        </p>
      )}
      {run.state === "RUNNING" && <Progress run={run} />}
      {hasEnded && <Failures scheduled={scheduled} run={run} />}
      {lost && <p className={styles.lost}>{t("runs.lost")}</p>}
      <Actions key={run.state}>
        {run.state === "WAITING" && (
          <>
            <Button size="sm" variant="white" color="navy.9" onClick={stop}>
              {t("runs.undo")}
            </Button>
            <Button size="sm" variant="outline" color="white" onClick={startNow}>
              {texts.startNow}
            </Button>
          </>
        )}
        {run.state === "RUNNING" && run.total > 1 && (
          <Button size="sm" variant="outline" color="white" onClick={stop}>
            {t("runs.stop")}
          </Button>
        )}
        {hasEnded && (
          <Button size="sm" variant="white" color="navy.9" onClick={() => removeRun(run.id)}>
            {t("runs.close")}
          </Button>
        )}
      </Actions>
    </div>
  );
}

/** The buttons of one state. They all go with it, and leave the focus to the page if one of them has it. */
function Actions({ children }: PropsWithChildren) {
  useRestoredFocus();
  return <div className={styles.actions}>{children}</div>;
}

function Progress({ run: { results, total } }: Pick<ScheduledRun, "run">) {
  const { t } = useTranslation();
  const label = t("runs.running", { done: results.length, total });
  return (
    <>
      <p role="status">{label}</p>
      <Gauge part={results.length / total} label={label} />
    </>
  );
}

/** Lists failed decisions, each with its reason and a link, and the number of those left when the run was stopped. */
function Failures({
  scheduled: { texts, to },
  run: { results, total },
}: { scheduled: ScheduledRun } & Pick<ScheduledRun, "run">) {
  const { t } = useTranslation();
  const failed = results.filter(({ code }) => code !== null);
  const left = total - results.length;
  return (
    <div role="alert">
      <b>
        {t("runs.failed", {
          count: failed.length,
          done: results.length - failed.length,
        })}
      </b>
      <ul className={styles.failures}>
        {failed.map((result) => (
          <li key={result.id}>
            <Link to={to} search={{ tab: "all", open: String(result.id) }}>
              {texts.rows[result.id] ?? result.id}
            </Link>
            <span>{reasonOf(refusalOf(result))}</span>
          </li>
        ))}
      </ul>
      {left > 0 && <p>{t("runs.left", { count: left })}</p>}
    </div>
  );
}

/** Polls a run until it ends; a toast reports the end if no failures are left to read. */
function useRun(scheduled: ScheduledRun) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { texts } = scheduled;
  const calls = callsBySubject[scheduled.subject];
  const params = { id: String(scheduled.run.id) };
  const [now, setNow] = useState(() => Date.now());
  const [startsAt, setStartsAt] = useState(scheduled.startsAt);
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    queryKey: ["management", "runs", calls.read.path, scheduled.run.id],
    queryFn: ({ signal }) => call(calls.read, { params }, { signal }),
    initialData: scheduled.run,
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === "WAITING") return Math.max(pollEveryMs, startsAt - Date.now());
      return data?.state === "RUNNING" ? pollEveryMs : false;
    },
  });
  const failed = run.results.filter(({ code }) => code !== null).length;
  const done = run.results.length - failed;

  useEffect(() => {
    // The tab may be restored after weeks, and the server has deleted the run by then.
    if (isRefusal(error, "NOT_FOUND")) removeRun(scheduled.run.id);
  }, [error, scheduled.run.id]);

  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(clock);
  }, []);

  useEffect(() => {
    if (run.state !== "DONE" && run.state !== "STOPPED") return;
    for (const queryKey of scheduled.stale) void client.invalidateQueries({ queryKey });
    if (failed > 0) return;
    removeRun(run.id);
    const left = run.total - run.results.length;
    if (run.state === "DONE") showToast({ tone: "good", text: texts.succeeded });
    else
      showToast({
        tone: "info",
        text: done === 0 ? t("runs.undone") : t("runs.stopped", { done, count: left }),
      });
    // Reported once, when the run has ended.
  }, [run.state]);

  async function ask(what: "stop" | "startNow") {
    try {
      await call(calls[what], { params });
      // The server starts it within moments; poll until it has.
      if (what === "startNow") setStartsAt(Date.now());
    } catch (refused) {
      const begun = what === "stop" && isRefusal(refused, "INVALID_TRANSITION");
      const text = begun ? t("runs.tooLate") : reasonOf(refused);
      showToast({ tone: "bad", text });
    }
    void refetch();
  }
  return {
    run,
    seconds: Math.max(0, Math.ceil((startsAt - now) / 1000)),
    lost: error !== null,
    stop: () => void ask("stop"),
    startNow: () => void ask("startNow"),
  };
}
