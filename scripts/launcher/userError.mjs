/** The reason a task cannot run, in one sentence for the person at the console. */
export class UserError extends Error {}
