import { runChecks } from "./checks.mjs";
import { conclude } from "./failures.mjs";

conclude(await runChecks());
