import { refusals, type RefusalCode } from "@tonneline/contract/refusals";

/** Facts that go with a refusal into the answer, such as the tonnes that are left. */
export interface RefusalFacts {
  available?: number;
  fieldErrors?: { path: string; message: string }[];
  retryAfterSeconds?: number;
  detail?: string;
  [fact: string]: unknown;
}

/** An expected "no": thrown by services, answered as problem+json with the status of its code. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly facts: RefusalFacts;
  constructor(code: RefusalCode, facts: RefusalFacts = {}) {
    super(facts.detail ?? refusals[code].text);
    this.name = "Refusal";
    this.code = code;
    this.facts = facts;
  }
}

/** Throws a refusal; its type lets it stand at the end of an expression. */
export function refuse(code: RefusalCode, facts?: RefusalFacts): never {
  throw new Refusal(code, facts);
}

/** Refuses what was given for one field: VALIDATION_FAILED at its `path`, with what is wrong in words for people. */
export function refuseField(path: string, message: string): never {
  return refuse("VALIDATION_FAILED", { fieldErrors: [{ path, message }] });
}
