import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { limitConcurrency } from "./concurrency.ts";
import type { Drawing, Outcome, Picture, Work } from "./drawing.process.ts";
import { refuse, refuseField, Refusal } from "./errors.ts";
import { isPicture, refuseAsPicture } from "./pictures.ts";

const program = path.join(import.meta.dirname, "drawing.process.ts");
// The process limits its own working time; this is for one that hangs, or a machine under too much load.
const timeLimitMs = 60_000;
const idleMs = 60_000;

export interface ImageWorker {
  /** Throws the same refusals as `draw`, but decodes nothing. */
  inspect(bytes: Uint8Array, maxPixels: number): Promise<void>;
  /**
   * Throws UNSUPPORTED_MEDIA_TYPE for bytes that are not a JPEG, PNG, WebP or AVIF, or that need too much time or memory;
   * VALIDATION_FAILED above `maxPixels`; UNAVAILABLE if too many are waiting, or the machine is under too much load.
   */
  draw(bytes: Uint8Array, maxPixels: number, drawing: Drawing): Promise<Picture>;
  stop(): Promise<void>;
}

/**
 * Decodes pictures one after the other in a separate process: a file of a few kB can take a gigabyte, and seconds of the
 * threads that also check passwords. The process starts with the first picture and ends after a minute without one.
 */
export function createImageWorker({ maxQueued }: { maxQueued: number }): ImageWorker {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;
  let stopped = false;
  const oneAtATime = limitConcurrency(1);

  function inTurn(work: Work): Promise<Outcome> {
    if (stopped || waiting > maxQueued) return refuse("UNAVAILABLE", { retryAfterSeconds: 5 });
    waiting++;
    return oneAtATime(() => perform(work)).finally(() => waiting--);
  }

  async function perform(work: Work): Promise<Outcome> {
    if (stopped) return refuse("UNAVAILABLE", { retryAfterSeconds: 5 });
    clearTimeout(idle);
    child ??= start();
    keepAlive(child, true);
    const outcome = await outcomeOf(child, work);
    if (typeof outcome === "object") {
      keepAlive(child, false);
      idle = setTimeout(end, idleMs).unref();
      return outcome;
    }
    // A process that timed out or died is replaced for the next picture.
    end();
    if (outcome === "late" || stopped) return refuse("UNAVAILABLE", { retryAfterSeconds: 5 });
    return { is: "unreadable" };
  }

  function start(): ChildProcess {
    const started = fork(program, [], {
      // No secrets that a decoder could leak.
      env: {},
      execArgv: ["--max-old-space-size=256"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    started.on("error", () => {});
    started.once("exit", () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  function end(): void {
    child?.kill("SIGKILL");
    child = undefined;
  }

  async function inspect(bytes: Uint8Array, maxPixels: number): Promise<void> {
    if (!isPicture(bytes)) return refuseAsPicture();
    requireSeen(await inTurn({ bytes, maxPixels }), maxPixels);
  }

  async function draw(bytes: Uint8Array, maxPixels: number, drawing: Drawing): Promise<Picture> {
    if (!isPicture(bytes)) return refuseAsPicture();
    const outcome = requireSeen(await inTurn({ bytes, maxPixels, drawing }), maxPixels);
    return outcome.is === "drawn" ? outcome : refuseAsPicture();
  }

  return {
    inspect,
    draw,
    async stop() {
      stopped = true;
      clearTimeout(idle);
      end();
      // Resolves after those that were waiting, which are refused.
      await oneAtATime(async () => {});
    },
  };
}

/** Returns whether the picture itself was refused: a retry will not help. */
export function isRefusedPicture(error: unknown): boolean {
  return error instanceof Refusal && error.code !== "UNAVAILABLE";
}

/** Resolves to the result, or to "gone" if the process ended and "late" after the time limit. */
function outcomeOf(child: ChildProcess, work: Work): Promise<Outcome | "gone" | "late"> {
  return new Promise((resolve) => {
    const done = (outcome: Outcome | "gone" | "late") => {
      clearTimeout(limit);
      child.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
      resolve(outcome);
    };
    const onMessage = (outcome: unknown) => done(outcome as Outcome);
    const onEnd = () => done("gone");
    const limit = setTimeout(() => done("late"), timeLimitMs);
    child.on("message", onMessage).once("exit", onEnd).once("error", onEnd);
    child.send(work, (error) => {
      if (error) done("gone");
    });
  });
}

/** An idle process must not keep a command from exiting. */
function keepAlive(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) child.ref();
  else child.unref();
  if (isBusy) child.channel?.ref();
  else child.channel?.unref();
}

function requireSeen(outcome: Outcome, maxPixels: number): Exclude<Outcome, { is: "unreadable" }> {
  if (outcome.is === "unreadable") return refuseAsPicture();
  if (outcome.is !== "tooLarge") return outcome;
  const { width, height } = outcome;
  return refuseField(
    "file",
    `At most ${maxPixels / 1_000_000} million pixels; this has ${width} × ${height}`,
  );
}
