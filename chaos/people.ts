import { setTimeout as sleep } from "node:timers/promises";
import { createBuyer } from "./buyers.ts";
import { chanceOf } from "./chance.ts";
import { createClient, type Person } from "./client.ts";
import type { Journal } from "./journal.ts";
import { createDesk } from "./desk.ts";
import { createOperator } from "./operators.ts";

export const buyerCount = 8;

/** The people with accounts, and what is on sale. */
export interface Market {
  buyers: Person[];
  operators: Person[];
  /** An operator who works on many things. */
  desk: Person;
  vintageIds: number[];
  /** The last file stored before anybody did anything. */
  lastFileId: number;
}

/** Lets everybody work concurrently. After `stop` they finish what they started; after `leave` nobody waits for an answer. */
export function letPeopleWork(
  market: Market,
  addresses: readonly string[],
  seed: number,
  journal: Journal,
): { stop(): Promise<void>; leave(): void } {
  let over = false;
  const gone = new AbortController();
  const { buyers, operators, desk, vintageIds } = market;
  const turnsOf = (person: Person, create: typeof createBuyer) => {
    const chance = chanceOf(seed, person.username);
    const client = createClient(addresses, person, chance, journal, gone.signal);
    const turn = create(person, client, chance, journal, vintageIds);
    return async () => {
      while (!over) {
        await turn();
        await sleep(chance.between(10, 120));
      }
    };
  };
  const working = [
    ...buyers.map((person) => turnsOf(person, createBuyer)()),
    ...operators.map((person) => turnsOf(person, createOperator)()),
    turnsOf(desk, createDesk)(),
  ];
  return {
    async stop() {
      over = true;
      await Promise.all(working);
    },
    leave() {
      over = true;
      gone.abort();
    },
  };
}
