// All settings, and the validation of their values. Plain JavaScript without packages: the launcher reads it under the system's
// Node before anything is installed or built, and the server reads it through config.ts.

import {
  requestedHost,
  BadValue,
  dsn,
  folder,
  listenHost,
  login,
  number,
  oneOf,
  proxies,
  publicUrl,
  secret,
  sender,
  text,
  url,
} from "./settingValues.mjs";

/**
 * One environment variable. `read` parses its trimmed value, or throws a BadValue.
 * @typedef {{ read: (given: string) => unknown, fallback?: unknown, meaning: string, example: string }} Setting
 */

const settings = /** @satisfies {Record<string, Setting>} */ ({
  PORT: {
    read: number({ min: 1, max: 65_535, whole: true }),
    fallback: 3000,
    meaning: "port it listens on",
    example: "3000",
  },
  HOST: {
    read: listenHost,
    fallback: "127.0.0.1",
    meaning: "address it listens on",
    example: "0.0.0.0",
  },
  TRUSTED_PROXIES: {
    read: proxies,
    fallback: ["loopback"],
    meaning:
      "proxies whose X-Forwarded headers are trusted: addresses, networks, 'loopback', 'none'",
    example: "loopback,10.0.0.0/8",
  },
  METRICS_PORT: {
    read: number({ min: 1, max: 65_535, whole: true }),
    meaning: "a separate port for /metrics alone; health stays on PORT",
    example: "9464",
  },
  DATA_DIR: {
    read: folder,
    fallback: "./data",
    meaning: "folder of the embedded database, files and mails",
    example: "/var/lib/tonneline",
  },
  DATABASE_URL: {
    read: login("postgres", "postgresql"),
    meaning: "a PostgreSQL 15 or newer instead of the embedded one",
    example: "postgresql://user:password@db.example:5432/tonneline",
  },
  DATABASE_REPLICA_URL: {
    read: login("postgres", "postgresql"),
    meaning: "a streaming replica of DATABASE_URL, for lists, portfolios and the overview",
    example: "postgresql://user:password@replica.example:5432/tonneline",
  },
  DB_WAIT: {
    read: number({ min: 0, max: 3600, whole: false }),
    fallback: 5,
    meaning: "seconds that a start waits for the database of DATABASE_URL",
    example: "60",
  },
  ROLE: {
    read: oneOf(["all", "web", "worker"]),
    fallback: /** @type {const} */ ("all"),
    meaning: "'web' answers requests and runs no jobs, 'worker' the reverse",
    example: "web",
  },
  PUBLIC_URL: {
    read: publicUrl,
    meaning: "address in mails and links",
    example: "https://market.example",
  },
  PRODUCTION_HOST: {
    read: requestedHost,
    meaning: "host on which the environment is production",
    example: "market.example",
  },
  TEST_HOST: {
    read: requestedHost,
    meaning: "host on which the environment is dev",
    example: "test.market.example",
  },
  JWT_SECRET: {
    read: secret,
    meaning: "signs tokens; required in production mode",
    example: "the output of: openssl rand -base64 48",
  },
  SMTP_URL: {
    read: (/** @type {string} */ given) =>
      given === "inbox" ? given : login("smtp", "smtps")(given),
    meaning: "mail server; without one, or with 'inbox', mails stay here and reach nobody",
    example: "smtp://user:password@mail.example:587",
  },
  MAIL_FROM: {
    read: sender,
    fallback: "Tonneline <no-reply@tonneline.example>",
    meaning: "sender of mails",
    example: "Market <no-reply@market.example>",
  },
  S3_ENDPOINT: {
    read: url("http", "https"),
    meaning: "S3-compatible store for files; without one, a folder",
    example: "https://s3.example",
  },
  S3_REGION: { read: text, meaning: "its region", example: "eu-central-1" },
  S3_BUCKET: { read: text, meaning: "its bucket", example: "market-files" },
  S3_ACCESS_KEY_ID: { read: text, meaning: "its key", example: "AKIA…" },
  S3_SECRET_ACCESS_KEY: { read: text, meaning: "its secret", example: "…" },
  FLAGSMITH_API_URL: {
    read: url("http", "https"),
    meaning: "flag service; without one, the app's own table",
    example: "https://flags.example/api/v1/",
  },
  FLAGSMITH_ENVIRONMENT_KEY: { read: text, meaning: "its key", example: "ser.…" },
  SENTRY_DSN: {
    read: dsn,
    meaning: "error reports; without one, none are sent",
    example: "https://key@errors.example/1",
  },
  CONTACT_FORM_URL: {
    read: url("http", "https"),
    meaning: "external contact form; without one, the app's own",
    example: "https://forms.example/contact",
  },
  MEETING_URL: {
    read: url("http", "https"),
    meaning: "external booking page; without one, the app's own form",
    example: "https://meet.example/demo",
  },
  VIES_URL: {
    read: url("http", "https"),
    meaning: "the EU's register of VAT numbers; without it, operators check them by hand",
    example: "https://ec.europa.eu/taxation_customs/vies/rest-api",
  },
  BANK_FOLDER: {
    read: folder,
    meaning: "folder watched for bank files (camt, pain.002); without one, they are uploaded",
    example: "/var/spool/bank",
  },
  RESERVATION_MINUTES: {
    read: number({ above: 0, max: 100_000, whole: false }),
    fallback: 30,
    meaning: "how long a cart holds credits; fractions allowed",
    example: "30",
  },
  LOG_LEVEL: {
    read: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
    fallback: /** @type {const} */ ("warn"),
    meaning: "lowest level of log lines that are written",
    example: "info",
  },
  NODE_ENV: {
    read: oneOf(["production", "development", "test"]),
    meaning: "'production' refuses demonstration secrets and accounts",
    example: "production",
  },
});

/** @typedef {typeof settings} Settings */
/** @typedef {keyof Settings} Name */
/** @typedef {{ [N in Name]: ReturnType<Settings[N]["read"]> | (Settings[N] extends { fallback: unknown } ? never : undefined) }} Values */
/** @typedef {(name: Name, what: string) => void} Complain */

export const names = /** @type {Name[]} */ (Object.keys(settings));

/**
 * Reads the settings from an environment. Each problem is one line: the variable's name, the problem, an example. The values
 * may only be used if there are none.
 * @param {NodeJS.ProcessEnv} env
 */
export function readSettings(env) {
  /** @type {string[]} */
  const problems = misspelt(env);
  /** @type {Complain} */
  const complain = (name, what) =>
    problems.push(`${name} ${what}; for example ${name}=${settings[name].example}`);

  /** @param {Name} name */
  const read = (name) => {
    /** @type {Setting} */
    const setting = settings[name];
    // An empty variable in a compose file or a unit means "not set".
    const given = env[name]?.trim();
    if (!given) return setting.fallback;
    try {
      return setting.read(given);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      complain(name, error.message);
      return undefined;
    }
  };
  const values = /** @type {Values} */ (
    Object.fromEntries(names.map((name) => [name, read(name)]))
  );
  checkTogether(env, values, complain);
  return { values, problems };
}

/**
 * Checks settings against each other: those that belong together, and those that production requires.
 * @param {NodeJS.ProcessEnv} env
 * @param {Values} values
 * @param {Complain} complain
 */
function checkTogether(env, values, complain) {
  /** @type {(first: Name, others: Name[]) => void} */
  const together = (first, others) => {
    const all = [first, ...others];
    const given = all.find((name) => env[name]?.trim());
    if (!given) return;
    for (const name of all) if (!env[name]?.trim()) complain(name, `is required with ${given}`);
  };
  if (values.NODE_ENV === "production") {
    // An invalid one has been reported already.
    if (!env.JWT_SECRET?.trim()) complain("JWT_SECRET", "is required in production mode");
    else if (values.JWT_SECRET && isDemonstration(values.JWT_SECRET)) {
      complain("JWT_SECRET", "is a demonstration secret, which anybody could guess");
    }
  }
  if (values.DATABASE_REPLICA_URL && !env.DATABASE_URL?.trim()) {
    complain("DATABASE_URL", "is required with DATABASE_REPLICA_URL");
  }
  if (values.PORT && values.METRICS_PORT === values.PORT)
    complain("METRICS_PORT", "must be another port than PORT");
  together("S3_ENDPOINT", ["S3_REGION", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]);
  together("FLAGSMITH_API_URL", ["FLAGSMITH_ENVIRONMENT_KEY"]);
}

/** Whether it has typical words of examples or few different characters, unlike a generated secret. @param {string} given */
function isDemonstration(given) {
  return /demo|example|secret|change.?me|password/i.test(given) || new Set(given).size < 12;
}

/**
 * Finds variables that look like a misspelt unset setting: with DATABSE_URL the server would quietly use another database.
 * @param {NodeJS.ProcessEnv} env
 */
function misspelt(env) {
  return Object.keys(env).flatMap((given) => {
    if (given in settings || given.startsWith("npm_")) return [];
    // Plurals are often written as singulars, as with proxies.
    const readings = [given.toUpperCase(), given.toUpperCase().replace(/Y$/, "IES")];
    const intended = names.find(
      (name) => !env[name] && readings.some((reading) => isSimilar(reading, name)),
    );
    return intended ? [`${given} is not a setting: did you mean ${intended}?`] : [];
  });
}

/**
 * Whether two names differ by at most one typo, or two in a long name: a letter too many, missing, wrong, or two transposed
 * (optimal string alignment).
 * @param {string} given
 * @param {string} name
 */
function isSimilar(given, name) {
  const typos = name.length > 8 ? 2 : 1;
  if (Math.abs(given.length - name.length) > typos) return false;
  /** @type {number[][]} */
  const rows = [Array.from({ length: name.length + 1 }, (_, j) => j)];
  const at = (/** @type {number} */ i, /** @type {number} */ j) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= given.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= name.length; j++) {
      const other = given[i - 1] === name[j - 1] ? 0 : 1;
      const isTransposed = given[i - 1] === name[j - 2] && given[i - 2] === name[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + other,
          isTransposed ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(given.length, name.length) <= typos;
}

/** Returns the table of `--help`. */
export function helpText() {
  const lines = Object.entries(settings).map(([name, setting]) => {
    const suffix = "fallback" in setting ? ` (default ${setting.fallback})` : "";
    return `  ${name.padEnd(26)} ${setting.meaning}${suffix}`;
  });
  return ["Settings, as environment variables:", ...lines].join("\n");
}
