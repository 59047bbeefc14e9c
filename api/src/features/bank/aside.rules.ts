/** A rule by which entries are put aside. */
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
 * The first rule that an entry fits: of the same direction and counterparty, by its account where the rule has one and else
 * by its name, with every word in its text. What the bank took back fits none, since it may reopen an order.
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
