import { decimals } from "../../core/money.ts";

/** A transfer in euros to be carried out by the bank. */
export interface Transfer {
  /** At most 35 characters; repeated on the statement. */
  endToEndId: string;
  cents: number;
  name: string;
  iban: string;
  text: string;
}

export interface TransferFile {
  messageId: string;
  madeAt: Date;
  /** The requested execution date (ISO). */
  on: string;
  debtor: {
    name: string;
    street: string;
    postalCode: string;
    city: string;
    countryCode: string;
    iban: string;
    bic: string;
  };
  transfers: readonly Transfer[];
}

/**
 * Writes a customer credit transfer initiation, ISO 20022 pain.001.001.09, by the EPC's rules for SEPA: one payment block, with
 * each transfer booked separately so that statements list it.
 */
export function painXml({ messageId, madeAt, on, debtor, transfers }: TransferFile): string {
  const sum = decimals(transfers.reduce((cents, each) => cents + each.cents, 0));
  const counts = `<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`;
  const agent = debtor.bic ? `<BICFI>${debtor.bic}</BICFI>` : "<Othr><Id>NOTPROVIDED</Id></Othr>";
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${madeAt.toISOString()}</CreDtTm>${counts}<InitgPty><Nm>${words(debtor.name, 70)}</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>${messageId}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${counts}<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>${on}</Dt></ReqdExctnDt><Dbtr><Nm>${words(debtor.name, 70)}</Nm>${addressXml(debtor)}</Dbtr><DbtrAcct><Id><IBAN>${debtor.iban}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId>${agent}</FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>
${transfers.map(transferXml).join("\n")}
</PmtInf></CstmrCdtTrfInitn></Document>
`;
}

/** The payer's address, which transfers to SEPA countries outside the EEA must contain; unstructured ones are not allowed. */
const addressXml = ({ street, postalCode, city, countryCode }: TransferFile["debtor"]) =>
  `<PstlAdr><StrtNm>${words(street, 70)}</StrtNm><PstCd>${words(postalCode, 16)}</PstCd><TwnNm>${words(city, 35)}</TwnNm><Ctry>${countryCode}</Ctry></PstlAdr>`;

const transferXml = ({ endToEndId, cents, name, iban, text }: Transfer) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${decimals(cents)}</InstdAmt></Amt><Cdtr><Nm>${words(name, 70)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>${words(text, 140)}</Ustrd></RmtInf></CdtTrfTxInf>`;

// Letters that do not decompose into one of the Latin alphabet and marks, with their replacement (EPC217-08).
const replacements =
  "ßss ÆAE ŒOE ØO ŁL ĐD ÐD ÞTH ĦH ŦT ŊN ıi ’' ‘' –- —- " +
  "ΑA ΒV ΓG ΔD ΕE ΖZ ΗI ΘTH ΙI ΚK ΛL ΜM ΝN ΞX ΟO ΠP ΡR ΣS ΤT ΥY ΦF ΧCH ΨPS ΩO ςs " +
  "АA БB ВV ГG ДD ЕE ЖZH ЗZ ИI ЙY КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХH ЦTS ЧCH ШSH ЩSHT ЪA ЬY ЮYU ЯYA";
const letters = new Map(
  replacements
    .split(" ")
    .map((each) => [each[0]!, each.slice(1)] as const)
    .flatMap(([letter, latin]) => [
      [letter.toLowerCase(), latin.toLowerCase()] as const,
      [letter, latin] as const,
    ]),
);

/** Transliterates text to the characters that every bank accepts (EPC217-08), none of which need escaping. */
function words(text: string, most: number): string {
  const latin = (all: string) =>
    all.replaceAll(/\P{ASCII}/gu, (letter) => letters.get(letter) ?? letter);
  // Once more for letters that carried a mark, such as those of Greek.
  const plain = latin(latin(text.normalize("NFC")).normalize("NFD").replaceAll(/\p{M}/gu, ""))
    .replaceAll("&", "+")
    .replaceAll(/[^0-9A-Za-z/?:().,'+ -]/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
  return plain.slice(0, most).trim() || ".";
}
