/**
 * For what is waited for until it comes. A machine of which others take most takes its time; whoever waits for what
 * never comes still hears which it was, before the test as a whole is ended.
 */
export const patience = { timeout: 120_000, interval: 50 };
