import type { Config } from "./config.ts";
import { checkBucket } from "./core/files.ts";
import { withTimeout } from "./core/timeout.ts";
import { checkMailServer } from "./core/mailDelivery.ts";
import { StartupError } from "./core/startup.ts";
import { trustAdvice } from "./core/trust.ts";

const limitMs = 4000;

/** An external service's objection to the settings, and whether the settings are to blame; no Answer if it accepts them. */
interface Answer {
  wrong: boolean;
  sentence: string;
}

/**
 * Checks in parallel, within some seconds, that every configured service accepts our credentials. Throws StartupError with a
 * sentence for each that does not. A service that is away does not prevent a start: `warn` gets a line.
 */
export async function checkPeers(
  {
    s3,
    smtpUrl,
    mailTls,
    publicUrl,
    flagsmith,
  }: Pick<Config, "s3" | "smtpUrl" | "mailTls" | "publicUrl" | "flagsmith">,
  warn: (line: string) => void,
): Promise<void> {
  const answers = await Promise.all([
    s3 && answerOf(checkBucket(s3), (error) => s3Answer(s3, error)),
    smtpUrl &&
      answerOf(checkMailServer({ smtpUrl, requireTls: mailTls, publicUrl }, limitMs), (error) =>
        mailAnswer(smtpUrl, error),
      ),
    flagsmith && answerOf(askFlags(flagsmith), (error) => flagsAnswer(flagsmith.apiUrl, error)),
  ]);
  const answered = answers.filter((answer) => typeof answer === "object");
  const wrong = answered.filter((answer) => answer.wrong);
  if (wrong.length > 0) throw new StartupError(wrong.map(({ sentence }) => sentence).join("\n"));
  for (const { sentence } of answered) warn(sentence);
}

/** Returns an Answer if `attempt` fails or takes too long. */
async function answerOf(attempt: Promise<unknown>, read: (error: Error) => Answer) {
  const late = () => new Error(`no answer within ${limitMs / 1000} s`);
  try {
    await withTimeout(attempt, limitMs, late);
    return undefined;
  } catch (error) {
    return read(error as Error);
  }
}

function away(what: string, { message, code }: Error & { code?: unknown }, until: string): Answer {
  // If all of a host's addresses fail, the error has a code but no message; TLS errors span two lines.
  const text = (message || String(code)).replaceAll(/\s+/g, " ").trim();
  const reason = /wrong version number/.test(text)
    ? "it does not begin with TLS: an address with http:// is meant"
    : text;
  return { wrong: false, sentence: `${what} is unavailable (${reason}): ${until}` };
}

type S3Error = Error & { $metadata?: { httpStatusCode?: number } };

function s3Answer({ endpoint, bucket }: NonNullable<Config["s3"]>, error: S3Error): Answer {
  const refused = (what: string, see: string) => ({
    wrong: true,
    sentence: `The file store ${endpoint} ${what} (${error.name}): see ${see}.`,
  });
  switch (error.$metadata?.httpStatusCode) {
    case 301:
    case 400:
      return refused("does not accept requests of this kind", "S3_ENDPOINT and S3_REGION");
    case 401:
    case 403:
      return refused(
        `does not let us read the bucket ${bucket}`,
        "S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_BUCKET",
      );
    case 404:
      return refused(`has no bucket ${bucket}`, "S3_BUCKET and S3_ENDPOINT");
    default:
      return away(`The file store ${endpoint}`, error, "files follow when it is back.");
  }
}

type MailError = Error & { code?: string; responseCode?: number };

function mailAnswer(smtpUrl: string, error: MailError): Answer {
  // Without the user and password of the URL.
  const what = `The mail server ${new URL(smtpUrl).host}`;
  // 454 and the like: it cannot decide at the moment.
  const isTemporary = Math.floor((error.responseCode ?? 0) / 100) === 4;
  if (error.code === "EAUTH" && !isTemporary) {
    const sentence = `${what} refuses the login (${error.responseCode ?? error.message}): see the user and password in SMTP_URL.`;
    return { wrong: true, sentence };
  }
  if (/wrong version number/.test(error.message)) {
    const sentence = `${what} does not begin with TLS: with STARTTLS, as at port 587, SMTP_URL begins with smtp://.`;
    return { wrong: true, sentence };
  }
  // It is there: waiting for it to come back would be in vain.
  if (error.code === "ETLS" || /certificate/i.test(error.message)) {
    const sentence = `${what} offers no TLS that can be trusted (${trustAdvice(error.message)}): mails wait until it does.`;
    return { wrong: false, sentence };
  }
  return away(what, error, "mails wait until it is back.");
}

class FlagsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

async function askFlags({ apiUrl, environmentKey }: NonNullable<Config["flagsmith"]>) {
  const answer = await fetch(`${apiUrl.replace(/\/*$/, "/")}flags/`, {
    headers: { "x-environment-key": environmentKey },
    signal: AbortSignal.timeout(limitMs),
  });
  // A web server may answer any URL with a page.
  const isList = answer.ok && Array.isArray(await answer.json().catch(() => undefined));
  if (!isList) throw new FlagsError(answer.status);
}

function flagsAnswer(apiUrl: string, error: Error): Answer {
  const what = `The flag service ${apiUrl}`;
  if (error instanceof FlagsError && [401, 403].includes(error.status)) {
    const sentence = `${what} refuses the key (${error.status}): see FLAGSMITH_ENVIRONMENT_KEY.`;
    return { wrong: true, sentence };
  }
  if (error instanceof FlagsError && [200, 404].includes(error.status)) {
    const sentence = `${what} has no flags at this address (${error.status}): see FLAGSMITH_API_URL; pages use the defaults until it has.`;
    return { wrong: false, sentence };
  }
  // The reason for an error of fetch is only in its cause.
  const reason = error.cause instanceof Error ? error.cause : error;
  return away(what, reason, "pages use the defaults until it is back.");
}
