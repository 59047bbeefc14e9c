import * as contract from "@tonneline/contract/mails";
import type { Mail, MailStatus } from "@tonneline/contract/mails";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { fileAnswer } from "../../core/http/files.ts";
import { pageOf } from "../../core/http/pages.ts";
import type { Serve } from "../../core/http/serve.ts";
import { withoutTokens } from "./mails.rules.ts";
import { resendMany, resendOne } from "./mails.service.ts";
import { mailById, mailPage, mailStream, type MailRow } from "./mails.sql.ts";

/** The operators' mail inbox, outbox and dead letters. `leaving`: a mail server takes the mails out of this machine. */
export function mailRoutes(serve: Serve, db: Db, files: FileStore, leaving: boolean): void {
  const shown = leaving ? withoutTokens : (text: string) => text;
  const view = (row: MailRow): Mail => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: shown(row.text_body),
    html: shown(row.html_body),
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    status: row.status as MailStatus,
    attempts: row.attempts,
    lastError: row.last_error,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    attachments: row.files,
  });
  const columns: CsvColumns<MailRow> = [
    ["Number", (row) => row.id],
    ["Written (UTC)", (row) => row.created_at.toISOString()],
    ["To", (row) => row.recipient],
    ["Subject", (row) => row.subject],
    ["Status", (row) => row.status],
    ["Sent (UTC)", (row) => row.sent_at?.toISOString()],
    ["Tries", (row) => row.attempts],
    ["Last error", (row) => row.last_error],
    ["Next try (UTC)", (row) => row.next_try_at?.toISOString()],
    ["Attachments", (row) => row.files.map(({ name }) => name).join(", ")],
    ["Text", (row) => shown(row.text_body)],
  ];
  const read = async (mailId: number) => (await mailById(db, mailId)) ?? refuse("NOT_FOUND");

  serve(
    contract.listMails,
    async ({ query }) => {
      const { rows, counts, total } = await mailPage(db, query);
      const count = (status: MailStatus) =>
        counts.find((each) => each.status === status)?.count ?? 0;
      return {
        ...pageOf(rows.map(view), total, query),
        counts: { WAITING: count("WAITING"), SENT: count("SENT"), FAILED: count("FAILED") },
      };
    },
    ({ query }) => csvFile("mails", columns, mailStream(db, query)),
  );

  serve(contract.getMail, async ({ params }) => view(await read(params.id)));

  serve(contract.getMailAttachment, async ({ params }) => {
    const { files: attached } = await read(params.id);
    return fileAnswer(db, files, attached.find(({ id }) => id === params.attachmentId)?.id);
  });

  serve(contract.resendMail, async ({ params, actor }) => {
    await resendOne(db, params.id, actor);
    return view(await read(params.id));
  });

  serve(contract.resendMails, async ({ body, actor }) => ({
    count: await resendMany(db, body.ids, actor),
  }));
}
