import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import S3rver from "s3rver";
import { openLine } from "../../api/test/line.ts";
import type { Behaviour } from "../../api/test/smtpPeer.ts";
import { createFolder, runScene, seconds, type Result, type Run } from "../scene.ts";

const troubleMs = 5000;

const troubles: Behaviour[] = [
  "turns away the connection",
  "hangs before its greeting",
  "hangs in the mail",
  "takes the mail and drops the line before it says so",
];

/**
 * The mail server is down, hangs, or drops connections, one after another: ordering continues, and every mail is sent later.
 */
export function mailServerAwayScene(run: Run): Promise<Result> {
  return runScene(run, "mail-server-away", {}, async (scene) => {
    for (const trouble of troubles) {
      await scene.untilServed();
      scene.mails.behave(trouble);
      await sleep(troubleMs);
      const recoveryMs = await scene.untilServed();
      scene.facts.push(`it ${trouble}: people are served within ${seconds(recoveryMs)}`);
      scene.mails.behave("takes everything");
      await sleep(troubleMs);
    }
  });
}

const bucket = "chaos-files";

/** The file store is down or hangs: what needs no file continues, and every file is stored later. */
export async function fileStoreAwayScene(run: Run): Promise<Result> {
  const name = "file-store-away";
  const folder = await createFolder(run, `${name}-bucket`);
  const store = new S3rver({
    address: "127.0.0.1",
    port: run.port + 2,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  await store.run();
  const line = await openLine(run.port + 2);
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${line.port}`,
    S3_REGION: "eu-central-1",
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
  const read = (key: string) => readFile(path.join(folder, bucket, `${key}._S3rver_object`));
  try {
    return await runScene(run, name, { settings, read }, async (scene) => {
      for (const state of ["away", "hangs", "away", "hangs"] as const) {
        await scene.untilServed();
        line.be(state);
        await sleep(troubleMs);
        const recoveryMs = await scene.untilServed();
        scene.facts.push(
          `it ${state === "away" ? "is away" : state}: people are served within ${seconds(recoveryMs)}`,
        );
        line.be("open");
        await sleep(troubleMs);
      }
    });
  } finally {
    line.close();
    await store.close();
  }
}
