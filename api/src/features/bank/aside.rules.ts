/** A rule that puts matching entries aside. */
export interface AsideRule {
  outgoing: boolean;
  payer: string;
  payerIban: string;
  words: string;
}

interface Entry {
  amountCents: number;
  payer: string;
  payerIban: string;
  text: string;
  returnReason: string | null;
}

/**
 * Returns the first rule that matches an entry: same direction and counterparty (by account if the rule has one, otherwise by
 * name), with every word of the rule in the entry's text. Reversals by the bank never match, since they may reopen an order.
 */
export function ruleFor<Rule extends AsideRule>(
  entry: Entry,
  rules: readonly Rule[],
): Rule | undefined {
  if (entry.returnReason !== null) return undefined;
  const words = new Set(wordsIn(entry.text));
  return rules.find(
    (rule) =>
      rule.outgoing === entry.amountCents < 0 &&
      (rule.payerIban === ""
        ? plain(rule.payer) === plain(entry.payer)
        : rule.payerIban === entry.payerIban) &&
      wordsIn(rule.words).every((word) => words.has(word)),
  );
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const plain = (name: string) => wordsIn(name).join(" ");
