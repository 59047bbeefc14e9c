import { parseArgs } from "node:util";
import { buyerCount } from "./people.ts";
import { sceneNames } from "./scenes/all.ts";

export interface Settings {
  seed: number;
  kills: number;
  /** Only these scenes; undefined: the kills and every scene. */
  scenes: string[] | undefined;
  /** The number of buyers; there are always three operators. */
  buyers: number;
  port: number;
  help: boolean;
}

export const usage = `Usage: npm run chaos -- [--seed NUMBER] [--kills NUMBER] [--scene NAME]… [--buyers NUMBER]
                        [--port NUMBER]

Buyers and operators work over HTTP on a product that is started as everybody starts it, while its processes are
killed and what it needs is taken away. Then everything that they were told is looked for, once and only once.

  --seed   chooses who does what and what is killed when; the same again with the same number (default: by chance)
  --kills  how many processes are killed (default 100); 0 leaves them out
  --scene  only this one, and no kills unless --kills is given; may be repeated:
           ${sceneNames.join(", ")}
  --buyers how many people buy, up to ${buyerCount} (default: all)
  --port   the first of four ports on 127.0.0.1 (default 41700)

Ends with 1 when something is lost, doubled or stuck. Linux only.`;

/** Parses the command line. Throws if it is invalid. */
export function readSettings(args: string[]): Settings {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: "string" },
      kills: { type: "string" },
      scene: { type: "string", multiple: true },
      buyers: { type: "string", default: String(buyerCount) },
      port: { type: "string", default: "41700" },
      help: { type: "boolean", default: false },
    },
  });
  const unknown = values.scene?.find((name) => !sceneNames.includes(name));
  if (unknown) throw new Error(`There is no scene "${unknown}".`);
  const numberOf = (name: string, text: string) => {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number.`);
    return Number(text);
  };
  const scenes = values.scene ?? (values.kills === undefined ? undefined : []);
  return {
    seed: numberOf("seed", values.seed ?? String(Math.floor(Math.random() * 1e9))),
    kills: numberOf("kills", values.kills ?? (values.scene ? "0" : "100")),
    scenes,
    buyers: numberOf("buyers", values.buyers),
    port: numberOf("port", values.port),
    help: values.help,
  };
}
