import { replayIntegration } from "@sentry/react";
import { scrub } from "./scrub.ts";
import { ownCalls } from "./sentry.ts";

/** Calls whose bodies contain passwords, tokens, codes or secrets. */
export const secretCalls = [
  /\/api\/v1\/auth\//,
  /\/api\/v1\/me\/(password|second-factor|passkeys|erasure)(\/|$)/,
];

/** Records what is on screen, including texts and images; with `withCalls`, also the bodies of our own calls. */
export function recording(withCalls: boolean) {
  return replayIntegration({
    maskAllText: false,
    blockAllMedia: false,
    networkDetailAllowUrls: withCalls ? [ownCalls] : [],
    networkDetailDenyUrls: secretCalls,
    beforeAddRecordingEvent: scrub,
  });
}
