import { z } from "zod";
import { refuse, refuseField } from "../../core/errors.ts";

const answerOfVies = z.object({
  valid: z.boolean().optional(),
  requestDate: z.string().optional(),
  requestIdentifier: z.string().optional(),
  name: z.string().optional(),
  /** VALID, INVALID, or why it cannot tell. */
  userError: z.string().optional(),
  /** Errors in place of an answer; may come with status 200. */
  errorWrappers: z.array(z.object({ error: z.string() })).optional(),
});

export interface ViesAnswer {
  valid: boolean;
  consultationNumber: string | null;
  name: string | null;
}

const textOrNull = (text: string | undefined) => (text && !/^-+$/.test(text) ? text : null);

/**
 * Queries the EU's VAT Information Exchange System (REST, `check-vat-number`) in the seller's name, to get a consultation
 * number. UNAVAILABLE after ten seconds, while a member state's register is offline, or if it rejects the seller's number;
 * VALIDATION_FAILED if it rejects the number as invalid input.
 */
export async function queryVies(
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
  })
    .then(async (response) => {
      const answered = answerOfVies.parse(await response.json());
      return response.ok ? answered : { ...answered, valid: undefined };
    })
    .catch((): z.output<typeof answerOfVies> => ({}));
  const why = answer.errorWrappers?.[0]?.error ?? answer.userError ?? "VALID";
  if (why === "INVALID_INPUT") {
    return refuseField(
      "vatNumber",
      "VIES does not recognise this as a VAT number: it must begin with the country's two letters",
    );
  }
  if (why === "INVALID_REQUESTER_INFO") {
    const detail =
      "VIES does not accept the seller's own VAT number, which every query includes: correct it in the settings.";
    return refuse("UNAVAILABLE", { detail });
  }
  const { valid } = answer;
  if (valid === undefined || !["VALID", "INVALID"].includes(why)) return refuseUnavailable(country);
  return {
    valid,
    consultationNumber: textOrNull(answer.requestIdentifier),
    name: textOrNull(answer.name),
  };
}

function refuseUnavailable(country: string): never {
  const detail = `VIES is not available for ${country} at the moment. Try again later, or check the number by hand and enter the result.`;
  return refuse("UNAVAILABLE", { detail });
}
