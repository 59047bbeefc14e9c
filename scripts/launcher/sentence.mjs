/** What keeps a task from running, in one sentence for the person at the console. */
export class Sentence extends Error {}
