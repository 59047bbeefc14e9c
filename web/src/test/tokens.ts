import { roleNames } from "@tonneline/contract/accounts";

function base64url(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

interface Facts {
  username?: string;
  firstName?: string;
  roleName?: string;
  permissions?: string[];
  needsSecondFactor?: true;
  /** In seconds. */
  expiresIn?: number;
  /** The time of the server that issued it. */
  nowMs?: number;
}

/** Returns a token like the server's, without a valid signature. */
export function tokenFor({
  username = "buyer@demo.example",
  firstName = "Ilse",
  roleName = roleNames.user,
  permissions = [],
  needsSecondFactor,
  expiresIn = 900,
  nowMs = Date.now(),
}: Facts = {}): string {
  const iat = Math.floor(nowMs / 1000);
  const role = { id: 2, name: roleName };
  const user = {
    username,
    firstName,
    lastName: "Varendonk",
    avatar: null,
    permissions,
    role,
    needsSecondFactor,
  };
  return [{ alg: "HS256" }, { user, iat, exp: iat + expiresIn }, "signature"]
    .map(base64url)
    .join(".");
}
