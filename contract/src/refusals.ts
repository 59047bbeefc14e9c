/**
 * Every expected refusal of the API, defined once: its HTTP status and its English text. The server responds with them
 * (RFC 9457, `code`), the web app shows them, and the tests iterate over them.
 */
export const refusals = {
  VALIDATION_FAILED: { status: 400, text: "Some fields are missing or not valid." },
  INVALID_TOKEN: { status: 400, text: "Invalid token. Please try again." },
  TOKEN_EXPIRED: { status: 400, text: "Token expired. Please try again." },
  INVALID_PASSWORD_CHANGE: { status: 400, text: "Your password does not meet the requirements." },
  INVALID_PASSWORD: {
    status: 401,
    text: "The username or password you have entered is invalid.",
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    text: "Enter the code from your authenticator app, or a recovery code.",
  },
  PASSKEY_REQUIRED: {
    status: 401,
    text: "This account requires a passkey. Log in with yours.",
  },
  INVALID_PASSKEY: {
    status: 401,
    text: "This passkey could not be verified. Try again, or log in with your password.",
  },
  INVALID_CODE: { status: 401, text: "This code is not valid, or has already been used." },
  UNAUTHENTICATED: { status: 401, text: "Please log in." },
  UNVERIFIED: {
    status: 403,
    text: "Your account is not verified. Please check your email for verification link.",
  },
  BLOCKED: {
    status: 403,
    text: "Your account is blocked. If you think this is a mistake, please contact us.",
  },
  FORBIDDEN: { status: 403, text: "Your account is not allowed to do this." },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    text: "Admins need a second factor here. Set one up under Settings first.",
  },
  NOT_FOUND: { status: 404, text: "This does not exist, or is not yours." },
  METHOD_NOT_ALLOWED: { status: 405, text: "This address does not support this method." },
  REQUEST_TIMEOUT: { status: 408, text: "The request took too long to arrive." },
  ALREADY_REGISTERED: {
    status: 409,
    text: "This email is already registered. Please use another email.",
  },
  CART_CHANGED: {
    status: 409,
    text: "Your cart has changed. Please review it before you order.",
  },
  INSUFFICIENT_CREDITS: { status: 409, text: "There are not enough credits left." },
  NOT_PURCHASABLE: { status: 409, text: "This cannot be bought at the moment." },
  INVALID_TRANSITION: { status: 409, text: "This step is not possible from the current status." },
  VERSION_CONFLICT: { status: 409, text: "Somebody else has changed this in the meantime." },
  IN_USE: { status: 409, text: "This is in use and cannot be deleted." },
  PAYLOAD_TOO_LARGE: { status: 413, text: "This is too large." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: "This kind of content is not accepted here." },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    text: "The file ends before the requested part.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    text: "This idempotency key was already used for a different request.",
  },
  RATE_LIMITED: { status: 429, text: "Too many attempts. Please wait a moment." },
  HEADERS_TOO_LARGE: {
    status: 431,
    text: "The address and the headers of the request are too long.",
  },
  INTERNAL: { status: 500, text: "Something went wrong. Please try again later." },
  UNAVAILABLE: {
    status: 503,
    text: "The service is not available at the moment. Please try again shortly.",
  },
} as const satisfies Record<string, { status: number; text: string }>;

export type RefusalCode = keyof typeof refusals;
