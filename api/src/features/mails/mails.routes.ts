import * as contract from "@tonneline/contract/mails";
import type { Mail, MailStatus } from "@tonneline/contract/mails";
import * as texts from "@tonneline/contract/mailTexts";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { asSent } from "../../core/mail.ts";
import type { FileStore } from "../../core/files.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { fileAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { showsLinks } from "./mails.rules.ts";
import { resendMany, resendOne } from "./mails.service.ts";
import { mailById, mailsFor, type MailRow } from "./mails.sql.ts";
import { previewText, readTexts, resetText, saveText } from "./texts.service.ts";

/** Serves the operators' mail inbox, outbox and dead letters. `leaving`: mails leave this machine through a mail server. */
export function mailRoutes(
  serve: Serve,
  db: Db,
  files: FileStore,
  { publicUrl, leaving }: { publicUrl: string; leaving: boolean },
): void {
  function view(row: MailRow, mine: readonly string[]): Mail {
    const readable = mine.includes(row.permission);
    const token = row.link_in_force && showsLinks(leaving, mine) ? row.token : null;
    return {
      id: row.id,
      to: row.recipient,
      subject: row.subject,
      permission: row.permission,
      text: readable ? asSent(row.text_body, publicUrl, token) : null,
      html: readable ? asSent(row.html_body, publicUrl, token) : null,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      status: row.status as MailStatus,
      attempts: row.attempts,
      lastError: row.last_error,
      nextTryAt: row.next_try_at?.toISOString() ?? null,
      attachments: readable ? row.files : [],
    };
  }

  const read = async (mailId: number) => (await mailById(db, mailId)) ?? refuse("NOT_FOUND");

  serve(
    contract.listMails,
    ({ query, caller: { permissions } }) =>
      mailsFor(permissions).page(db, query, (row) => view(row, permissions)),
    ({ query, caller: { permissions } }) =>
      csvFile("mails", columnsFor(permissions, publicUrl), mailsFor(permissions).stream(db, query)),
  );

  serve(contract.getMail, async ({ params, caller }) =>
    view(await read(params.id), caller.permissions),
  );

  serve(contract.getMailAttachment, async ({ params, caller }) => {
    const { files: attached, permission } = await read(params.id);
    if (!caller.permissions.includes(permission)) return refuse("FORBIDDEN");
    return fileAnswer(db, files, attached.find(({ id }) => id === params.attachmentId)?.id);
  });

  serve(contract.resendMail, async ({ params, actor, caller }) => {
    await resendOne(db, params.id, actor);
    return view(await read(params.id), caller.permissions);
  });

  serve(contract.resendMails, async ({ body, actor }) => ({
    count: await resendMany(db, body.ids, actor),
  }));
}

/** Serves the texts of the product's mails, which operators can customize; links in previews lead to `publicUrl`. */
export function mailTextRoutes(serve: Serve, db: Db, publicUrl: string): void {
  serve(texts.listMailTexts, async () => ({ texts: await readTexts(db) }));
  serve(texts.saveMailText, ({ params, body, actor }) => saveText(db, params.code, body, actor));
  serve(texts.resetMailText, ({ params, query, actor }) =>
    resetText(db, params.code, actor, query.version),
  );
  serve(texts.previewMailText, ({ params, body }) => previewText(db, publicUrl, params.code, body));
}

/** Exports never have link tokens: files get left lying around. */
function columnsFor(mine: readonly string[], publicUrl: string): CsvColumns<MailRow> {
  const ifReadable = (row: MailRow, text: string) => (mine.includes(row.permission) ? text : null);
  return [
    ["Number", (row) => row.id],
    ["Written (UTC)", (row) => row.created_at.toISOString()],
    ["To", (row) => row.recipient],
    ["Subject", (row) => row.subject],
    ["Status", (row) => row.status],
    ["Sent (UTC)", (row) => row.sent_at?.toISOString()],
    ["Tries", (row) => row.attempts],
    ["Last error", (row) => row.last_error],
    ["Next try (UTC)", (row) => row.next_try_at?.toISOString()],
    ["Attachments", (row) => ifReadable(row, row.files.map(({ name }) => name).join(", "))],
    ["Text", (row) => ifReadable(row, asSent(row.text_body, publicUrl, null))],
  ];
}
