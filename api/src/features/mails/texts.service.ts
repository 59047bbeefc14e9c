import type { MailText, MailWords } from "@tonneline/contract/mailTexts";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { asSent, brandAndWording } from "../../core/mail.ts";
import { mailText as layOut } from "../../core/mailText.ts";
import type { MailText as Standard } from "../../core/mailTexts/text.ts";
import {
  mailTextOf,
  mailTexts,
  variablesOf,
  contentOf,
  type MailCode,
} from "../../core/mailTexts/texts.ts";
import { faultOf } from "../../core/mailTexts/variables.rules.ts";
import { deleteText, writeText, ownTexts, type OwnText } from "./texts.sql.ts";

const known = (code: string): Standard => mailTextOf(code) ?? refuse("NOT_FOUND");
const bodyOf = ({ paragraphs }: Standard) => paragraphs.join("\n\n");

/** Returns the texts of every mail with a code, in the product's order. */
export async function readTexts(db: Db): Promise<MailText[]> {
  const [own, { brand }] = await Promise.all([ownTexts(db), brandAndWording(db, [])]);
  const byCode = new Map(own.map((row) => [row.code, row]));
  return Object.keys(mailTexts).map((code) => view(code, byCode.get(code), brand));
}

/**
 * Replaces a mail's text by an operator's. Refuses with NOT_FOUND; with VALIDATION_FAILED for an
 * unknown variable; with VERSION_CONFLICT if it has changed meanwhile.
 */
export async function saveText(
  db: Db,
  code: string,
  { version, ...words }: MailWords & { version: number },
  actor: KnownActor,
): Promise<MailText> {
  requireVariables(known(code), words);
  return await inTransaction(db, async (tx) => {
    const [before] = await ownTexts(tx, code);
    const step = { version, actorId: actor.userId };
    if (!(await writeText(tx, code, words, step))) {
      return await refuseChanged(tx, { type: "mailText", id: code });
    }
    await recordAudit(tx, actor, {
      action: "mailText.save",
      thing: { type: "mailText", id: code, name: known(code).name },
      ...(before?.body != null && { before: { subject: before.subject, body: before.body } }),
      after: words,
    });
    const [after] = await ownTexts(tx, code);
    return view(code, after, (await brandAndWording(tx, [])).brand);
  });
}

/**
 * Restores the product's own text. Refuses with NOT_FOUND if there is no such mail; with
 * VERSION_CONFLICT if the operators' text has another version than the one seen.
 */
export async function resetText(
  db: Db,
  code: string,
  actor: KnownActor,
  seenVersion?: number,
): Promise<void> {
  const { name } = known(code);
  await inTransaction(db, async (tx) => {
    const dropped = await deleteText(tx, code, { actorId: actor.userId });
    if (!dropped) return;
    const { version, ...before } = dropped;
    const thing = { type: "mailText", id: code, name };
    if (seenVersion !== undefined && seenVersion !== version) await refuseChanged(tx, thing);
    await recordAudit(tx, actor, { action: "mailText.reset", thing, before });
  });
}

/**
 * Renders a mail with this text, its variables filled with examples and its link leading to
 * `publicUrl`. Refuses like `saveText`.
 */
export async function previewText(db: Db, publicUrl: string, code: string, words: MailWords) {
  const standard = known(code);
  requireVariables(standard, words);
  const { brand } = await brandAndWording(db, []);
  const path = standard.button === "" ? undefined : "/";
  const mail = { code: code as MailCode, values: standard.example, path };
  const { subject, text, html } = layOut(contentOf(mail, words, brand), brand);
  return { subject, text: asSent(text, publicUrl, null), html: asSent(html, publicUrl, null) };
}

function requireVariables(standard: Standard, words: MailWords): void {
  const fieldErrors = (["subject", "body"] as const).flatMap((path) => {
    const message = faultOf(words[path], variablesOf(standard));
    return message ? [{ path, message }] : [];
  });
  if (fieldErrors.length > 0) refuse("VALIDATION_FAILED", { fieldErrors });
}

function view(code: string, own: OwnText | undefined, brand: string): MailText {
  const standard = known(code);
  const words = { subject: standard.subject, body: bodyOf(standard) };
  const { example } = standard;
  const isOwn = own !== undefined && own.body !== null;
  return {
    code,
    name: standard.name,
    subject: own?.subject ?? words.subject,
    body: own?.body ?? words.body,
    standard: words,
    button: standard.button,
    variables: variablesOf(standard).map((name) => ({ name, example: example[name] ?? brand })),
    version: own?.version ?? 0,
    updatedAt: isOwn ? own.updated_at.toISOString() : null,
    updatedBy: isOwn ? own.username : null,
  };
}
