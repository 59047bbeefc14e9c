/** What developers must know about the API before their first call. */
export const introduction = `
Amounts are in euros, credits in whole tonnes. Points in time are in UTC (\`2026-01-12T09:30:00Z\`), days in the seller's time
zone (\`2026-01-12\`), both from 1900 on. Only the product's own pages can call the API from a browser (there is no CORS).

**Logging in.** \`POST /api/v1/auth/login\` returns an \`authToken\` and a \`refreshToken\`. Send the first with every call as
\`Authorization: Bearer …\`. It is valid for 15 minutes: when a call answers 401, exchange the second for a new pair at
\`POST /api/v1/auth/refresh\`, and store that pair. A refresh token works once: if one comes back more than 10 seconds after it was
exchanged, it counts as stolen and the session ends for everybody, so let one process of yours do the exchange. Log in again
30 days after the last exchange, and 90 days after the login.

**Lists** return a page: \`content\`, \`totalElements\`, \`page\` (the first is 0), \`size\` and \`last\`. Without \`size\` you get every
row. \`sort=name,desc\` may be given twice; short lists come in a fixed order and take no \`sort\`. Give a filter several values by
repeating it, or with commas between them. Where a call also offers \`text/csv\`, the header \`Accept: text/csv\` returns the whole
list as a file. A row that moves while you read page after page may come twice or not at all: to copy a list, get it whole. Every
call refuses parameters that it does not know.

**Errors** all have one shape, \`application/problem+json\` (RFC 9457). Rely on \`code\`, which never changes; \`detail\` is for
people. \`fieldErrors\` names the fields that are not valid. Quote the \`requestId\` when you write to us.

**Idempotency keys.** Where a call takes the header \`Idempotency-Key\`, the same key with the same body takes effect once: send it
again after a broken connection, and you get the result of the first, as it is by then. With another body it is refused
(\`IDEMPOTENCY_KEY_REUSED\`). A key counts for one account at one address, and is kept for 30 days unless the operators set another
time. A refused call keeps none: correct it, and send it again with the same key.

**Versions.** What several people can change has a \`version\`. Send back the one that you read: if somebody has saved in the
meantime, nothing is overwritten and you get \`VERSION_CONFLICT\`.

**Addresses.** \`postalCode\` and \`province\` have at least three characters, or two letters where provinces are written so. They can be
left out, or blank, only where the country has none.

**Sizes.** A body in JSON has at most 1 MB, 64 kB where no login is needed. Uploads state their own limit.

**Rate limits.** Too many attempts are answered with 429; a server that is busy or about to stop answers 503. \`Retry-After\` says in
how many seconds to try again.
`;
