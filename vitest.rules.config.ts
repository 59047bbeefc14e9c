import { defineConfig } from "vitest/config";

// The tests of what needs neither database nor browser, alone: `npm run mutate` runs them a thousand times.
export default defineConfig({
  test: {
    include: [
      "{api,contract,web}/src/**/*.rules.test.ts",
      "api/src/core/{days,money,http/csv}.test.ts",
      "api/src/features/orders/orders.csv.test.ts",
      "api/src/features/accounts/tokens.test.ts",
    ],
    environment: "node",
    isolate: false,
  },
});
