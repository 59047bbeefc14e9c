import { z } from "zod";
import { refuse } from "../../core/errors.ts";

const answerOfVies = z.object({
  valid: z.boolean(),
  requestDate: z.string().optional(),
  requestIdentifier: z.string().optional(),
  name: z.string().optional(),
  userError: z.string().optional(),
});

/** What it says when the register of a member state, or it itself, cannot be asked now. */
const away = /UNAVAILABLE|TIMEOUT|CONCURRENT|BLOCKED|SERVER_BUSY/;

export interface ViesAnswer {
  valid: boolean;
  consultationNumber: string | null;
  name: string | null;
}

const said = (text: string | undefined) => (text && !/^-+$/.test(text) ? text : null);

/**
 * Asks the EU's VAT Information Exchange System (REST, `check-vat-number`) in the seller's name, for a consultation number.
 * UNAVAILABLE after ten seconds or while a state's register is away; VALIDATION_FAILED for what it takes for no number.
 */
export async function askRegister(
  viesUrl: string,
  vatNumber: string,
  requester: string,
): Promise<ViesAnswer> {
  const country = vatNumber.slice(0, 2);
  const answer = await fetch(`${viesUrl.replace(/\/+$/, "")}/check-vat-number`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({
      countryCode: country,
      vatNumber: vatNumber.slice(2),
      requesterMemberStateCode: requester.slice(0, 2),
      requesterNumber: requester.slice(2),
    }),
    signal: AbortSignal.timeout(10_000),
  }).then(readAnswer, () => undefined);
  if (!answer || away.test(answer.userError ?? "")) return doesNotAnswer(country);
  if (answer.userError === "INVALID_INPUT") {
    const message = "VIES takes this for no VAT number: it begins with the country's two letters";
    return refuse("VALIDATION_FAILED", { fieldErrors: [{ path: "vatNumber", message }] });
  }
  return {
    valid: answer.valid,
    consultationNumber: said(answer.requestIdentifier),
    name: said(answer.name),
  };
}

async function readAnswer(response: Response) {
  if (!response.ok) return undefined;
  const read = answerOfVies.safeParse(await response.json().catch(() => undefined));
  return read.success ? read.data : undefined;
}

function doesNotAnswer(country: string): never {
  const detail = `VIES does not answer for ${country} at the moment. Try again later, or check the number by hand and enter the result.`;
  return refuse("UNAVAILABLE", { detail });
}
