/** Whether a key belongs to an input method, such as the Enter that picks a word: Safari reports it after the composition. */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === 229;
