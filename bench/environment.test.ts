import { afterEach, expect, test, vi } from "vitest";
import { measuredEnv } from "./environment.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a measured server gets no database, mail server or store from the surrounding environment", () => {
  const set = ["DATABASE_URL", "DATABASE_REPLICA_URL", "SMTP_URL", "S3_BUCKET", "NODE_ENV", "ROLE"];
  for (const name of [...set, "MALLOC_ARENA_MAX"]) vi.stubEnv(name, "around");
  const env = measuredEnv({ PORT: "4390", DATA_DIR: "/a/folder" });
  expect(set.filter((name) => name in env)).toEqual([]);
  expect(env).toMatchObject({ PORT: "4390", DATA_DIR: "/a/folder", MALLOC_ARENA_MAX: "around" });
  expect(process.env.DATABASE_URL).toBe("around");
});
