// Every setting, and what is wrong with those that are set. Plain JavaScript without packages: the launcher reads it
// under the system's Node before anything is installed or built, and the server through config.ts.

import { existsSync, statSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";

/**
 * One environment variable. `read` returns what its trimmed value means, or throws a BadValue.
 * @typedef {{ read: (given: string) => unknown, fallback?: unknown, meaning: string, example: string }} Setting
 */

/** What is wrong with a value, to be read after the name of its setting. */
class BadValue extends Error {}

const minSecretLength = 32;
const text = (/** @type {string} */ given) => given;

const unreadable = "cannot be read as an address: see its host and port";
const escaped = "the signs / ? # @ : % of a user or password are written %2F %3F %23 %40 %3A %25";

/** @param {...string} protocols */
function url(...protocols) {
  const starts = protocols.map((each) => `${each}://`);
  return (/** @type {string} */ given) => {
    if (!starts.some((start) => given.startsWith(start)))
      throw new BadValue(`must be an address that begins with ${starts.join(" or ")}`);
    // Of http an address has to have a host; of PostgreSQL it need not.
    if (URL.canParse(given.replace(/^smtp/, "http"))) return given;
    throw new BadValue(given.includes("@") ? `${unreadable}, and ${escaped}` : unreadable);
  };
}

/** Of a server where one logs in. A password as it is typed may end the host early, and name another one. @param {...string} protocols */
function login(...protocols) {
  const read = url(...protocols);
  return (/** @type {string} */ given) => {
    const { hash, pathname } = new URL(read(given).replace(/^smtp/, "http"));
    if (!hash && !pathname.includes("@")) return given;
    throw new BadValue(`names another host than it seems to: ${escaped}`);
  };
}

/** Mails and links go on behind it. @param {string} given */
function publicUrl(given) {
  if (/[?#]|\/\/[^/]*@/.test(given)) throw new BadValue("must have no user, password, ? or #");
  return url("http", "https")(given);
}

/** @param {string} given */
function dsn(given) {
  const { username, pathname } = new URL(url("http", "https")(given));
  if (username && /\/\d+$/.test(pathname)) return given;
  throw new BadValue("must have the key before the host and the number of the project at its end");
}

/** Whether it stands in addresses as it is given. @param {string} name */
function isHostName(name) {
  return (
    URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name.toLowerCase()
  );
}

/** @param {string} given */
function listenedHost(given) {
  // In brackets an address stands before a port.
  if (isIP(given) !== 0 || (isHostName(given) && !given.startsWith("["))) return given;
  throw new BadValue("must be an address or a name of this machine, without protocol and port");
}

/** @param {string} given */
function askedHost(given) {
  if (isHostName(given.replace(/:\d+$/, ""))) return given;
  throw new BadValue("must be a host, with or without a port, as it stands in addresses");
}

/** One that is there, or that can still be made. @param {string} given */
function folder(given) {
  let existing = path.resolve(given);
  // On Windows the drive itself may not be there.
  while (!existsSync(existing) && existing !== path.dirname(existing))
    existing = path.dirname(existing);
  if (statSync(existing, { throwIfNoEntry: false })?.isDirectory() !== false) return given;
  throw new BadValue("must be a folder, and names a file");
}

/** @param {{ above?: number, min?: number, max: number, whole: boolean }} limits `above` is not in, `min` is */
function number({ above = -Infinity, min = above, max, whole }) {
  return (/** @type {string} */ given) => {
    const value = Number(given);
    if (Number.isNaN(value)) throw new BadValue("must be a number");
    if (whole && !Number.isInteger(value)) throw new BadValue("must be a whole number");
    if (value <= above) throw new BadValue(`must be above ${above}`);
    if (value < min || value > max) throw new BadValue(`must be from ${min} to ${max}`);
    return value;
  };
}

/**
 * @template {string} const T
 * @param {readonly T[]} values
 */
function oneOf(values) {
  return (/** @type {string} */ given) => {
    const value = values.find((each) => each === given);
    if (value !== undefined) return value;
    throw new BadValue(`must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`);
  };
}

/** @param {string} given */
function secret(given) {
  if (given.length >= minSecretLength) return given;
  throw new BadValue(`must have at least ${minSecretLength} characters`);
}

/** One address as mails have it, with or without a name. @param {string} given */
function sender(given) {
  const [, address = given] = /^(?:"[^"]*"\s*|[^@<>":;]*)<([^<>]*)>$/.exec(given) ?? [];
  if (/^[^\s@<>",;:()]+@[^\s@<>",;:()]+$/.test(address)) return given;
  throw new BadValue("must be an address, as name@host or Name <name@host>");
}

/** Addresses and networks, and the names that stand for those of this machine, of its link and of private networks. @param {string} given */
function proxies(given) {
  if (given === "none") return [];
  const items = given.split(/[,\s]+/).filter(Boolean);
  const wrong = items.find((item) => {
    if (["loopback", "linklocal", "uniquelocal"].includes(item)) return false;
    const [address = "", bits, ...rest] = item.split("/");
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    return isIP(address) === 0 || !isNetwork || rest.length > 0;
  });
  if (wrong === undefined) return items;
  throw new BadValue(`has ${wrong}, which is no address, network or 'loopback'`);
}

const settings = /** @satisfies {Record<string, Setting>} */ ({
  PORT: {
    read: number({ min: 1, max: 65_535, whole: true }),
    fallback: 3000,
    meaning: "port it listens on",
    example: "3000",
  },
  HOST: {
    read: listenedHost,
    fallback: "127.0.0.1",
    meaning: "address it listens on",
    example: "0.0.0.0",
  },
  TRUSTED_PROXIES: {
    read: proxies,
    fallback: ["loopback"],
    meaning:
      "proxies whose X-Forwarded headers are believed: addresses, networks, 'loopback', 'none'",
    example: "loopback,10.0.0.0/8",
  },
  METRICS_PORT: {
    read: number({ min: 1, max: 65_535, whole: true }),
    meaning: "a port of its own for /metrics alone; health stays on PORT",
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
    meaning: "'web' answers requests and takes no jobs, 'worker' the other way round",
    example: "web",
  },
  PUBLIC_URL: {
    read: publicUrl,
    meaning: "address in mails and links",
    example: "https://market.example",
  },
  PRODUCTION_HOST: {
    read: askedHost,
    meaning: "host that means the environment production",
    example: "market.example",
  },
  TEST_HOST: {
    read: askedHost,
    meaning: "host that means the environment dev",
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
    meaning: "folder that is watched for files of the bank (camt); without one, they are uploaded",
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
    meaning: "least serious lines of the log that are written",
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
 * Reads the settings out of an environment. Each problem is one line: the variable's name, what is wrong, an example. The
 * values are only to be used when there are none.
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
 * What holds between settings: those that go together, and what production asks for.
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
    // A bad one has been told of.
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

/** Words of examples, or hardly any different characters: nothing that a generator made. @param {string} given */
function isDemonstration(given) {
  return /demo|example|secret|change.?me|password/i.test(given) || new Set(given).size < 12;
}

/**
 * Variables that are no setting but look like one that is not set: DATABSE_URL would quietly start on another database.
 * @param {NodeJS.ProcessEnv} env
 */
function misspelt(env) {
  return Object.keys(env).flatMap((given) => {
    if (given in settings || given.startsWith("npm_")) return [];
    // Several proxies are often one.
    const readings = [given.toUpperCase(), given.toUpperCase().replace(/Y$/, "IES")];
    const meant = names.find(
      (name) => !env[name] && readings.some((reading) => isNear(reading, name)),
    );
    return meant ? [`${given} is no setting: did you mean ${meant}?`] : [];
  });
}

/**
 * Whether one name becomes the other by a slip or, in a long one, two: a letter too many, too few, another one, or two
 * exchanged (optimal string alignment).
 * @param {string} given
 * @param {string} name
 */
function isNear(given, name) {
  const slips = name.length > 8 ? 2 : 1;
  if (Math.abs(given.length - name.length) > slips) return false;
  /** @type {number[][]} */
  const rows = [Array.from({ length: name.length + 1 }, (_, j) => j)];
  const at = (/** @type {number} */ i, /** @type {number} */ j) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= given.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= name.length; j++) {
      const other = given[i - 1] === name[j - 1] ? 0 : 1;
      const isExchanged = given[i - 1] === name[j - 2] && given[i - 2] === name[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + other,
          isExchanged ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(given.length, name.length) <= slips;
}

/** The table of `--help`. */
export function helpText() {
  const lines = Object.entries(settings).map(([name, setting]) => {
    const suffix = "fallback" in setting ? ` (default ${setting.fallback})` : "";
    return `  ${name.padEnd(26)} ${setting.meaning}${suffix}`;
  });
  return ["Settings, as environment variables:", ...lines].join("\n");
}
