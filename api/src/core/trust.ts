// The part that Node adds for people who run node themselves.
const advice = /; if the root CA is installed locally.*$/;
const unknownAuthority = /self-signed certificate|unable to (get|verify)[^;]*certificate/i;

/** Explains why a connection failed; for a certificate of an unknown authority, also what to do. */
export function trustAdvice(message: string): string {
  const why = message.replace(advice, "");
  return unknownAuthority.test(why)
    ? `${why}; name a file with the certificate of its authority in NODE_EXTRA_CA_CERTS`
    : why;
}
