import { expect, test } from "vitest";
import { trustAdvice } from "./trust.ts";

const cure = "; name a file with the certificate of its authority in NODE_EXTRA_CA_CERTS";

test.each([
  "self-signed certificate",
  "self-signed certificate in certificate chain",
  "unable to get local issuer certificate",
  "unable to verify the first certificate",
])("The error for a peer with %s explains how to trust it", (why) => {
  const advice = "; if the root CA is installed locally, try running Node.js with --use-system-ca";
  expect(trustAdvice(`${why}${advice}`)).toBe(`${why}${cure}`);
  expect(trustAdvice(why)).toBe(`${why}${cure}`);
});

test.each([
  "certificate has expired",
  "Hostname/IP does not match certificate's altnames: IP: 192.0.2.2 is not in the cert's list: ",
  "connect ECONNREFUSED 127.0.0.1:5432",
])("Errors that a trusted authority would not fix stay unchanged: %s", (why) => {
  expect(trustAdvice(why)).toBe(why);
});
