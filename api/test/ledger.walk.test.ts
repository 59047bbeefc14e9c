import fc from "fast-check";
import { expect, test } from "vitest";
import { differences } from "../src/features/ledger/ledger.sql.ts";
import { aMarket, everyStep, walks } from "./walk.ts";

// 8 walks of up to 300 turns: about 1,700 steps. LEDGER_WALKS sets more.
const walkCount = Number(process.env.LEDGER_WALKS ?? 8);

// After that a busy machine has done enough, and the shortest failing walk found so far is reported.
const limitMs = walkCount * 15_000;

const total = (stock: {
  available: number;
  reserved: number;
  committed: number;
  held: number;
  retiring: number;
  retired: number;
}) =>
  stock.available + stock.reserved + stock.committed + stock.held + stock.retiring + stock.retired;

test(
  "Whatever buyers and operators do, every credit is accounted for, and every count matches the ledger",
  { timeout: 2 * limitMs },
  async () => {
    const done = new Set<string>();
    await fc.assert(
      fc.asyncProperty(walks(300), async (walk) => {
        const market = await aMarket();
        try {
          for (const steps of walk) {
            const outcomes = await market.take(steps);
            for (const [index, { do: name }] of steps.entries())
              if (outcomes[index]) done.add(name);
            const stocks = await market.db.selectFrom("vintage_stock").selectAll().execute();
            for (const stock of stocks) {
              expect(stock.issued).toBe(market.issuedOf.get(stock.vintage_id));
              expect(total(stock)).toBe(stock.issued);
              const { vintage_id: _vintage, project_id: _project, ...counts } = stock;
              for (const count of Object.values(counts)) expect(count).toBeGreaterThanOrEqual(0);
            }
            expect(await differences(market.db)).toEqual([]);
          }
        } finally {
          await market.close();
        }
      }),
      { numRuns: walkCount, interruptAfterTimeLimit: limitMs, examples: [[everyStep]] },
    );
    // A walk of refusals only would prove nothing; how often each step occurs at random is not checked.
    expect([...done]).toEqual(expect.arrayContaining(everyStep.flat().map((step) => step.do)));
  },
);
