import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { instant, pageOf, pageQuery } from "./shapes.ts";

/** One login from one browser, until it is ended or expires. */
const session = z.object({
  id: z.uuid(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  createdAt: instant,
  /** When its tokens were last refreshed: while it is in use, at most a quarter of an hour ago. */
  seenAt: instant,
  /** "Firefox on Linux"; null if the browser sent no user agent. */
  browser: z.string().nullable(),
  /** The partially masked IP address of the last refresh: 203.0.113.x */
  address: z.string().nullable(),
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  method: "GET",
  path: "/me/sessions",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "The caller's open sessions, most recently used first",
  query: pageQuery,
  response: pageOf(session),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/me/sessions/:id",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "End one of the caller's sessions; it is gone everywhere within 10 s",
  params: z.object({ id: z.uuid() }),
  response: noContent,
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/me/sessions",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "End all of the caller's sessions except this one",
  response: noContent,
});
