import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Every file that touches the database has one of its own, made from a template.
    projects: [
      {
        test: {
          name: "server",
          include: ["contract/**/*.test.ts", "api/**/*.test.ts"],
          environment: "node",
          globalSetup: ["api/test/globalSetup.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: "./web/vite.config.ts",
        test: {
          name: "web",
          root: "./web",
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["./src/test/setup.ts"],
        },
      },
    ],
  },
});
