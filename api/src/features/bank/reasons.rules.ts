/** Why banks refuse a transfer or send it back, by code (ISO 20022 external status and return reasons), in words. */
const words: Readonly<Record<string, string>> = {
  AC01: "wrong account number",
  AC02: "our account number is wrong",
  AC03: "wrong account number",
  AC04: "account closed",
  AC06: "account blocked",
  AC13: "type of our account not allowed",
  AC14: "type of account not allowed",
  AG01: "transfer not allowed to this account",
  AG02: "kind of transfer not allowed",
  AM01: "amount is zero",
  AM02: "amount not allowed",
  AM03: "currency not allowed",
  AM04: "not enough money in our account",
  AM05: "duplicate",
  AM09: "wrong amount",
  AM10: "wrong sum of amounts",
  AM18: "wrong number of transfers",
  BE01: "name does not match the account",
  BE04: "address missing or wrong",
  BE06: "recipient not known",
  CNOR: "recipient's bank not reachable",
  CUST: "requested by us",
  DNOR: "our bank not reachable",
  DT01: "wrong date",
  DUPL: "duplicate",
  ED05: "settlement failed",
  FF01: "wrong file format",
  FOCR: "recalled",
  FR01: "suspected fraud",
  MD07: "account holder deceased",
  MS02: "no reason given by the recipient",
  MS03: "no reason given by the bank",
  RC01: "wrong bank code",
  RR01: "our account number or name missing",
  RR02: "our name or address missing",
  RR03: "recipient's name or address missing",
  RR04: "legal reasons",
  TM01: "received too late",
};

/** Returns a bank's code with its meaning, such as “AC04, account closed”; a code without a known one as it is. */
export function reasonInWords(code: string): string {
  const meaning = words[code];
  return meaning === undefined ? code : `${code}, ${meaning}`;
}

/** Returns a reason that may begin with a code, as `returnReason` of an entry does, with the code's meaning. */
export function explained(reason: string): string {
  const code = reason.split(" ", 1)[0] ?? "";
  const rest = reason.slice(code.length + 1);
  const known = reasonInWords(code);
  return known === code ? reason : [known, rest].filter(Boolean).join(": ");
}
