import { setTimeout as sleep } from "node:timers/promises";
import { createBuyer } from "./buyers.ts";
import { chanceOf } from "./chance.ts";
import { createClient, type Person } from "./client.ts";
import type { Journal } from "./journal.ts";
import { createBackOffice } from "./backOffice.ts";
import { createOperator } from "./operators.ts";

export const buyerCount = 8;

/** The people with accounts, and what is on sale. */
export interface Market {
  buyers: Person[];
  operators: Person[];
  /** An operator who works on many things. */
  backOffice: Person;
  vintageIds: number[];
  /** The last file stored before anybody did anything. */
  lastFileId: number;
}

/** Lets everybody work concurrently. After `stop` they finish what they started; after `leave` nobody waits for an answer. */
export function startPeople(
  market: Market,
  addresses: readonly string[],
  seed: number,
  journal: Journal,
): { stop(): Promise<void>; leave(): void } {
  let isStopping = false;
  const abortController = new AbortController();
  const { buyers, operators, backOffice, vintageIds } = market;
  const workLoop = (person: Person, create: typeof createBuyer) => {
    const chance = chanceOf(seed, person.username);
    const client = createClient(addresses, person, chance, journal, abortController.signal);
    const step = create(person, client, chance, journal, vintageIds);
    return async () => {
      while (!isStopping) {
        await step();
        await sleep(chance.between(10, 120));
      }
    };
  };
  const workLoops = [
    ...buyers.map((person) => workLoop(person, createBuyer)()),
    ...operators.map((person) => workLoop(person, createOperator)()),
    workLoop(backOffice, createBackOffice)(),
  ];
  return {
    async stop() {
      isStopping = true;
      await Promise.all(workLoops);
    },
    leave() {
      isStopping = true;
      abortController.abort();
    },
  };
}
