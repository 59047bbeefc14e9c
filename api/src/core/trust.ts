// What Node adds is for whoever runs node by hand.
const advice = /; if the root CA is installed locally.*$/;
const unknownAuthority = /self-signed certificate|unable to (get|verify)[^;]*certificate/i;

/** Why a connection failed, in words: of a certificate by an authority that is not known here, also what to do. */
export function trustWords(message: string): string {
  const why = message.replace(advice, "");
  return unknownAuthority.test(why)
    ? `${why}; name a file with the certificate of its authority in NODE_EXTRA_CA_CERTS`
    : why;
}
