import { refusals, type RefusalCode } from "@tonneline/contract/refusals";

/** Details of a refusal for the response, such as the tonnes still available. */
export interface RefusalFacts {
  available?: number;
  fieldErrors?: { path: string; message: string }[];
  retryAfterSeconds?: number;
  detail?: string;
  [fact: string]: unknown;
}

/** An expected failure: thrown by services, answered as problem+json with the status of its code. */
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

/** Throws a refusal; its return type allows it at the end of an expression. */
export function refuse(code: RefusalCode, facts?: RefusalFacts): never {
  throw new Refusal(code, facts);
}

/** Rejects the value of one field: VALIDATION_FAILED at its `path`, with a message for the user. */
export function refuseField(path: string, message: string): never {
  return refuse("VALIDATION_FAILED", { fieldErrors: [{ path, message }] });
}
