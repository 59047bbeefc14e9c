const tonnes = new Intl.NumberFormat("en");

/** An amount of credits in a sentence, whatever its sign: "1,200 t". */
export function creditsText(credits: number): string {
  return credits === 0 ? "no credits yet" : `${tonnes.format(Math.abs(credits))} t`;
}
