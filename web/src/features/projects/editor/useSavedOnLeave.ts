import { useState, type ChangeEvent } from "react";

/**
 * A field that is saved when it is left, with what was typed in it since the focus came. Otherwise it shows what is saved,
 * so that whoever only passes through writes over nobody's change. Where `save` gives false it takes no such text, and what
 * is saved is shown again.
 */
export function useSavedOnLeave(saved: string, save: (text: string) => unknown) {
  // `left`: what was saved when the field was left; until that changes, what was typed stays in sight.
  const [typed, setTyped] = useState<{ text: string; left?: string }>();
  const isTyping = typed !== undefined && typed.left === undefined;
  return {
    value: typed && (isTyping || typed.left === saved) ? typed.text : saved,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setTyped({ text: currentTarget.value }),
    onBlur: () => {
      if (!isTyping) return;
      const isTaken = typed.text.trim() === saved || save(typed.text) !== false;
      setTyped(isTaken ? { ...typed, left: saved } : undefined);
    },
  };
}
