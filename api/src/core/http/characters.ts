import { unusableCharacter, unusableText } from "@tonneline/contract/characters";
import type { FastifyRequest } from "fastify";
import { refuse } from "../errors.ts";

// No body of ours is nested deeper than five levels.
const maxDepth = 20;
const maxErrors = 20;

/**
 * Throws VALIDATION_FAILED if a text anywhere in a request's URL or body, field names included, has characters that cannot be
 * stored or printed. Checked here for all endpoints, whatever their schemas; except for search words, whose schema removes the
 * characters that come with pasted text, and rejects the others (`searchText`).
 */
export function requireUsableText(request: FastifyRequest): void {
  const fieldErrors: { path: string; message: string }[] = [];
  // Without recursion: the caller controls the depth.
  const { q: _words, ...query } = request.query as { q?: unknown };
  const left = [request.params, query, request.body].map((value) => ({
    value,
    path: "",
    depth: 0,
  }));
  for (let next = left.pop(); next && fieldErrors.length < maxErrors; next = left.pop()) {
    const { value, path, depth } = next;
    if (typeof value === "string" && unusableCharacter.test(value)) {
      fieldErrors.push({ path, message: unusableText });
    }
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) continue;
    if (depth === maxDepth)
      return refuse("VALIDATION_FAILED", { detail: "This is nested too deeply." });
    for (const [key, inner] of Object.entries(value)) {
      if (unusableCharacter.test(key)) fieldErrors.push({ path, message: unusableText });
      else left.push({ value: inner, path: path ? `${path}.${key}` : key, depth: depth + 1 });
    }
  }
  if (fieldErrors.length > 0) refuse("VALIDATION_FAILED", { fieldErrors: fieldErrors.reverse() });
}
