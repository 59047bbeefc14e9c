import { useState, type ChangeEvent } from "react";

/**
 * A field that is saved when it is left, with what was typed in it since the focus came. Otherwise it shows what is saved,
 * so that whoever only passes through writes over nobody's change.
 */
export function useSavedOnLeave(saved: string, save: (text: string) => void) {
  // `left`: what was saved when the field was left; until that changes, what was typed stays in sight.
  const [typed, setTyped] = useState<{ text: string; left?: string }>();
  const isTyping = typed !== undefined && typed.left === undefined;
  return {
    value: typed && (isTyping || typed.left === saved) ? typed.text : saved,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setTyped({ text: currentTarget.value }),
    onBlur: () => {
      if (!isTyping) return;
      setTyped({ ...typed, left: saved });
      if (typed.text.trim() !== saved) save(typed.text);
    },
  };
}
