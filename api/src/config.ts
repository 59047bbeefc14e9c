import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { StartupError } from "./core/startup.ts";

const url = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join("|")})$`),
    error: `must be an address that begins with ${protocols.map((each) => `${each}://`).join(" or ")}`,
  });
const wholeNumber = (min: number, max: number) =>
  z.coerce.number({ error: "must be a number" }).int("must be a whole number").min(min).max(max);

const minSecretLength = 32;

interface Variable {
  schema: z.ZodType;
  meaning: string;
  example: string;
}

/** Every environment variable that the server reads. This file is the only reader of the environment. */
const variables = {
  PORT: {
    schema: wholeNumber(0, 65535).default(3000),
    meaning: "port it listens on",
    example: "3000",
  },
  HOST: {
    schema: z.string().default("127.0.0.1"),
    meaning: "address it listens on",
    example: "0.0.0.0",
  },
  DATA_DIR: {
    schema: z.string().default("./data"),
    meaning: "folder of the embedded database, files and mails",
    example: "/var/lib/tonneline",
  },
  DATABASE_URL: {
    schema: url("postgres", "postgresql").optional(),
    meaning: "a PostgreSQL 15 or newer instead of the embedded one",
    example: "postgresql://user:password@db.example:5432/tonneline",
  },
  PUBLIC_URL: {
    schema: url("http", "https").optional(),
    meaning: "address in mails and links",
    example: "https://market.example",
  },
  PRODUCTION_HOST: {
    schema: z.string().optional(),
    meaning: "host that means the environment production",
    example: "market.example",
  },
  TEST_HOST: {
    schema: z.string().optional(),
    meaning: "host that means the environment dev",
    example: "test.market.example",
  },
  JWT_SECRET: {
    schema: z
      .string()
      .min(minSecretLength, `must have at least ${minSecretLength} characters`)
      .optional(),
    meaning: "signs tokens; required in production mode",
    example: "the output of: openssl rand -base64 48",
  },
  SMTP_URL: {
    schema: url("smtp", "smtps").optional(),
    meaning: "mail server; without one, mails stay in a local inbox",
    example: "smtp://user:password@mail.example:587",
  },
  MAIL_FROM: {
    schema: z.string().default("Tonneline <no-reply@tonneline.example>"),
    meaning: "sender of mails",
    example: "Market <no-reply@market.example>",
  },
  S3_ENDPOINT: {
    schema: url("http", "https").optional(),
    meaning: "S3-compatible store for files; without one, a folder",
    example: "https://s3.example",
  },
  S3_REGION: { schema: z.string().optional(), meaning: "its region", example: "eu-central-1" },
  S3_BUCKET: { schema: z.string().optional(), meaning: "its bucket", example: "market-files" },
  S3_ACCESS_KEY_ID: { schema: z.string().optional(), meaning: "its key", example: "AKIA…" },
  S3_SECRET_ACCESS_KEY: { schema: z.string().optional(), meaning: "its secret", example: "…" },
  FLAGSMITH_API_URL: {
    schema: url("http", "https").optional(),
    meaning: "flag service; without one, the app's own table",
    example: "https://flags.example/api/v1/",
  },
  FLAGSMITH_ENVIRONMENT_KEY: {
    schema: z.string().optional(),
    meaning: "its key",
    example: "ser.…",
  },
  SENTRY_DSN: {
    schema: url("http", "https").optional(),
    meaning: "error reports; without one, none are sent",
    example: "https://key@errors.example/1",
  },
  CONTACT_FORM_URL: {
    schema: url("http", "https").optional(),
    meaning: "external contact form; without one, the app's own",
    example: "https://forms.example/contact",
  },
  MEETING_URL: {
    schema: url("http", "https").optional(),
    meaning: "external booking page; without one, the app's own form",
    example: "https://meet.example/demo",
  },
  RESERVATION_MINUTES: {
    schema: z.coerce
      .number({ error: "must be a number" })
      .positive("must be above 0")
      .max(100_000)
      .default(30),
    meaning: "how long a cart holds credits; fractions allowed",
    example: "30",
  },
  NODE_ENV: {
    schema: z
      .enum(["production", "development", "test"], {
        error: "must be production, development or test",
      })
      .optional(),
    meaning: "'production' refuses demonstration secrets and accounts",
    example: "production",
  },
} as const satisfies Record<string, Variable>;

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl?: string;
  publicUrl: string;
  productionHost?: string;
  testHost?: string;
  jwtSecret?: string;
  smtpUrl?: string;
  mailFrom: string;
  s3?: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  flagsmith?: { apiUrl: string; environmentKey: string };
  sentryDsn?: string;
  contactFormUrl?: string;
  meetingUrl?: string;
  reservationMinutes: number;
  production: boolean;
}

/** Reads the environment. Throws StartupError with one line for each bad variable: its name, what is wrong, an example. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const complain = (name: keyof typeof variables, what: string) =>
    problems.push(`${name} ${what}; for example ${name}=${variables[name].example}`);

  const read = <N extends keyof typeof variables>(name: N) => {
    // An empty variable in a compose file or a unit means "not set".
    const given = env[name]?.trim() || undefined;
    const parsed = variables[name].schema.safeParse(given);
    if (!parsed.success) complain(name, parsed.error.issues[0]!.message);
    return parsed.data as z.output<(typeof variables)[N]["schema"]>;
  };

  const values = Object.fromEntries(
    Object.keys(variables).map((name) => [name, read(name as keyof typeof variables)]),
  ) as { [N in keyof typeof variables]: z.output<(typeof variables)[N]["schema"]> };

  const production = values.NODE_ENV === "production";
  if (production && !values.JWT_SECRET) complain("JWT_SECRET", "is required in production mode");
  if (production && values.JWT_SECRET && isDemonstration(values.JWT_SECRET)) {
    complain("JWT_SECRET", "is a demonstration secret, which anybody could guess");
  }
  const s3 = together(values, complain, "S3_ENDPOINT", [
    "S3_REGION",
    "S3_BUCKET",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
  ]);
  const flags = together(values, complain, "FLAGSMITH_API_URL", ["FLAGSMITH_ENVIRONMENT_KEY"]);
  if (problems.length > 0) throw new StartupError(problems.join("\n"));

  const shownHost = values.HOST === "0.0.0.0" ? "127.0.0.1" : values.HOST;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    publicUrl: (values.PUBLIC_URL ?? `http://${shownHost}:${values.PORT}`).replace(/\/+$/, ""),
    productionHost: values.PRODUCTION_HOST,
    testHost: values.TEST_HOST,
    jwtSecret: values.JWT_SECRET,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    ...(s3 && {
      s3: {
        endpoint: values.S3_ENDPOINT!,
        region: values.S3_REGION!,
        bucket: values.S3_BUCKET!,
        accessKeyId: values.S3_ACCESS_KEY_ID!,
        secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
      },
    }),
    ...(flags && {
      flagsmith: {
        apiUrl: values.FLAGSMITH_API_URL!,
        environmentKey: values.FLAGSMITH_ENVIRONMENT_KEY!,
      },
    }),
    sentryDsn: values.SENTRY_DSN,
    contactFormUrl: values.CONTACT_FORM_URL,
    meetingUrl: values.MEETING_URL,
    reservationMinutes: values.RESERVATION_MINUTES,
    production,
  };
}

/** Words of examples, or hardly any different characters: nothing that a generator made. */
function isDemonstration(secret: string): boolean {
  return /demo|example|secret|change.?me|password/i.test(secret) || new Set(secret).size < 12;
}

/** Whether a part is configured; complains about what is missing of it. */
function together<N extends keyof typeof variables>(
  values: Record<N, unknown>,
  complain: (name: N, what: string) => void,
  first: N,
  others: N[],
): boolean {
  if (!values[first]) return false;
  for (const name of others) if (!values[name]) complain(name, `is required with ${first}`);
  return true;
}

/** The table of `--help`. */
export function helpText(): string {
  const lines = Object.entries(variables).map(([name, { meaning, schema }]) => {
    const fallback = (schema as z.ZodType).safeParse(undefined).data;
    const suffix = fallback === undefined ? "" : ` (default ${String(fallback)})`;
    return `  ${name.padEnd(26)} ${meaning}${suffix}`;
  });
  return ["Settings, as environment variables:", ...lines].join("\n");
}

/** The secret that signs tokens: the configured one, or one made once and kept in the data folder. */
export async function jwtSecret(config: Config): Promise<string> {
  if (config.jwtSecret) return config.jwtSecret;
  const file = path.join(config.dataDir, "jwt-secret");
  if (!existsSync(file)) await makeSecret(config.dataDir, file);
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length >= minSecretLength) return secret;
  throw new StartupError(`The file ${file} is damaged: remove it, and everybody logs in again.`);
}

async function makeSecret(folder: string, file: string): Promise<void> {
  const unfinished = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(unfinished, randomBytes(48).toString("base64"), { flag: "wx", mode: 0o600 });
    // A link appears whole and only once: two servers that start together end up with the same secret.
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw new StartupError(`The folder ${folder} cannot be written.`, { cause: error });
    }
  } finally {
    await rm(unfinished, { force: true });
  }
}
