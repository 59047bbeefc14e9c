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
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, isRefusal } from "../lib/api.ts";
import { refusalOf } from "../lib/bulk.ts";
import { reasonOf } from "../lib/failure.ts";
import { removeRun, useRuns, type HeldRun } from "../lib/runs.ts";
import { Gauge } from "../ui/Gauge.tsx";
import { showToast } from "../ui/toast.tsx";
import styles from "./RunDock.module.css";
import "../locales/en/runs.ts";

const pollEveryMs = 400;

/** The endpoints to poll, stop and start runs of each subject. */
const callsOf = {
  orders: { read: getOrderDecisions, stop: stopOrderDecisions, hasten: startOrderDecisions },
  retirements: {
    read: getRetirementDecisions,
    stop: stopRetirementDecisions,
    hasten: startRetirementDecisions,
  },
};

/** At the bottom of every page: the operator's decisions that the server is delaying or carrying out. */
export default function RunDock() {
  const { t } = useTranslation();
  const runs = useRuns((store) => store.runs);
  return (
    <section className={styles.dock} aria-label={t("runs.label")}>
      {runs.map((held) => (
        <Run key={held.run.id} held={held} />
      ))}
    </section>
  );
}

function Run({ held }: { held: HeldRun }) {
  const { t } = useTranslation();
  const { run, seconds, lost, stop, hasten } = useRun(held);
  const { texts } = held;
  const isOver = run.state === "DONE" || run.state === "STOPPED";
  return (
    <div className={styles.run}>
      {run.state === "WAITING" && (
        <p>
          <b role="status">{texts.waits}</b>{" "}
          <span aria-hidden>{seconds > 0 ? t("runs.in", { seconds }) : t("runs.starts")}</span>
        </p>
      )}
      {run.state === "RUNNING" && <Progress run={run} />}
      {isOver && <Failures held={held} run={run} />}
      {lost && <p className={styles.lost}>{t("runs.lost")}</p>}
      <div className={styles.actions}>
        {run.state === "WAITING" && (
          <>
            <Button size="sm" variant="white" color="navy.9" onClick={stop}>
              {t("runs.undo")}
            </Button>
            <Button size="sm" variant="outline" color="white" onClick={hasten}>
              {texts.now}
            </Button>
          </>
        )}
        {run.state === "RUNNING" && run.total > 1 && (
          <Button size="sm" variant="outline" color="white" onClick={stop}>
            {t("runs.stop")}
          </Button>
        )}
        {isOver && (
          <Button size="sm" variant="white" color="navy.9" onClick={() => removeRun(run.id)}>
            {t("runs.close")}
          </Button>
        )}
      </div>
    </div>
  );
}

function Progress({ run: { results, total } }: Pick<HeldRun, "run">) {
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
  held: { texts, to },
  run: { results, total },
}: { held: HeldRun } & Pick<HeldRun, "run">) {
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
function useRun(held: HeldRun) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { texts } = held;
  const calls = callsOf[held.subject];
  const params = { id: String(held.run.id) };
  const [now, setNow] = useState(() => Date.now());
  const [startsAt, setStartsAt] = useState(held.startsAt);
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    queryKey: ["management", "runs", calls.read.path, held.run.id],
    queryFn: ({ signal }) => call(calls.read, { params }, { signal }),
    initialData: held.run,
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
    if (isRefusal(error, "NOT_FOUND")) removeRun(held.run.id);
  }, [error, held.run.id]);

  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(clock);
  }, []);

  useEffect(() => {
    if (run.state !== "DONE" && run.state !== "STOPPED") return;
    for (const queryKey of held.stale) void client.invalidateQueries({ queryKey });
    if (failed > 0) return;
    removeRun(run.id);
    const left = run.total - run.results.length;
    if (run.state === "DONE") showToast({ tone: "good", text: texts.told });
    else
      showToast({
        tone: "info",
        text: done === 0 ? t("runs.undone") : t("runs.stopped", { done, count: left }),
      });
    // Reported once, when the run has ended.
  }, [run.state]);

  async function ask(what: "stop" | "hasten") {
    try {
      await call(calls[what], { params });
      // The server starts it within moments; poll until it has.
      if (what === "hasten") setStartsAt(Date.now());
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
    hasten: () => void ask("hasten"),
  };
}
