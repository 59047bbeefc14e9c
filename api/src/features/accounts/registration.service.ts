import { roleNames } from "@tonneline/contract/accounts";
import { refusals } from "@tonneline/contract/refusals";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { tokenPlaceholder } from "../../core/mail.ts";
import { hashPassword } from "../../core/passwords.ts";
import { mailVerification } from "./accounts.mails.ts";
import * as store from "./accounts.sql.ts";
import type { AttemptLimits } from "./limits.service.ts";
import { tokenRefusal } from "./mailedTokens.rules.ts";
import * as tokens from "./mailedTokens.sql.ts";
import { requireAcceptablePassword } from "./password.service.ts";

const verificationSeconds = 24 * 60 * 60;

export interface Registration {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  phone?: string | undefined;
  /** Name of the account's new company; defaults to the person's name. */
  companyName?: string | undefined;
  referalPartnerId?: number | undefined;
  referalExternalId?: string | undefined;
}

/** Creates an unverified account with the role Anonymous and mails its link, in one transaction. */
export async function register(
  db: Db,
  limits: AttemptLimits,
  registration: Registration,
  ip: string,
) {
  const { username, password, phone, companyName, referalPartnerId, referalExternalId, ...names } =
    registration;
  // A refused password counts as a strength check only, so that the next attempt need not wait.
  await limits.count("strength", { account: undefined, ip });
  await requireAcceptablePassword(password, username);
  await limits.count("register", { account: username, ip });
  const passwordHash = await hashPassword(password);
  return await inTransaction(db, async (tx) => {
    const user = await store.insertUser(tx, {
      ...names,
      username,
      passwordHash,
      phone: phone ?? null,
      roleName: roleNames.anonymous,
      company: { name: companyName ?? `${names.firstName} ${names.lastName}` },
      verified: false,
      demonstration: false,
      referalPartnerId: referalPartnerId ?? null,
      referalExternalId: referalExternalId ?? null,
    });
    if (!user) return refuseUsername();
    await sendVerification(tx, { id: user.id, username });
    return { id: user.id, username };
  });
}

/** Verifies an account by a mailed token and uses it up. INVALID_TOKEN or TOKEN_EXPIRED. */
export async function verify(
  db: Db,
  limits: AttemptLimits,
  token: string,
  ip: string,
): Promise<{ username: string }> {
  await limits.count("verify", { account: token, ip });
  return await inTransaction(db, async (tx) => {
    const found = await tokens.lockToken(tx, token, "VERIFY");
    const refusal = tokenRefusal(found);
    if (refusal) return refuse(refusal);
    await tokens.invalidateTokens(tx, found!.userId, "VERIFY");
    await store.markVerified(tx, found!.userId);
    const user = (await store.userById(tx, found!.userId)) ?? refuse("INVALID_TOKEN");
    return { username: user.username };
  });
}

/** Mails a new link to someone who gave the right password, if the last one no longer works. */
export async function renewVerification(db: Db, user: Unverified): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = await store.lockUser(tx, user.id);
    // It was erased in the meantime.
    if (now?.username !== user.username) return;
    if (!(await tokens.hasUsableToken(tx, user.id, "VERIFY"))) await sendVerification(tx, user);
  });
}

async function sendVerification(tx: Tx, { id, username }: Unverified): Promise<void> {
  const { token, expiresAt } = await tokens.mintToken(tx, id, "VERIFY", verificationSeconds);
  const link = `/registration/verify?token=${tokenPlaceholder}`;
  await mailVerification(tx, username, link, { token, until: expiresAt });
}

interface Unverified {
  id: number;
  username: string;
}

function refuseUsername(): never {
  const message = refusals.ALREADY_REGISTERED.text;
  return refuse("ALREADY_REGISTERED", { fieldErrors: [{ path: "username", message }] });
}
