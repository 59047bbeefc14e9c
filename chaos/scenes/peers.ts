import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import S3rver from "s3rver";
import { openLine } from "../../api/test/line.ts";
import type { Behaviour } from "../../api/test/smtpPeer.ts";
import { folderIn, onStage, seconds, type Result, type Run } from "../stage.ts";

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
export function playMails(run: Run): Promise<Result> {
  return onStage(run, "mail-server-away", {}, async (stage) => {
    for (const trouble of troubles) {
      await stage.untilSomebodyIsServed();
      stage.mails.behave(trouble);
      await sleep(troubleMs);
      const backAfter = await stage.untilSomebodyIsServed();
      stage.facts.push(`it ${trouble}: people are served within ${seconds(backAfter)}`);
      stage.mails.behave("takes everything");
      await sleep(troubleMs);
    }
  });
}

const bucket = "chaos-files";

/** The file store is down or hangs: what needs no file continues, and every file is stored later. */
export async function playFiles(run: Run): Promise<Result> {
  const name = "file-store-away";
  const folder = await folderIn(run, `${name}-bucket`);
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
    return await onStage(run, name, { settings, read }, async (stage) => {
      for (const state of ["away", "hangs", "away", "hangs"] as const) {
        await stage.untilSomebodyIsServed();
        line.be(state);
        await sleep(troubleMs);
        const backAfter = await stage.untilSomebodyIsServed();
        stage.facts.push(
          `it ${state === "away" ? "is away" : state}: people are served within ${seconds(backAfter)}`,
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
