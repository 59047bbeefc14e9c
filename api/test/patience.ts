/**
 * For polling. Generous for busy machines, but shorter than a test's timeout: if the condition never becomes true, the failure
 * still names it.
 */
export const patience = { timeout: 120_000, interval: 50 };
