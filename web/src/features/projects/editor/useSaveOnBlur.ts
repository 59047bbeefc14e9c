import { useState, type ChangeEvent } from "react";

/**
 * A field that is saved on blur, if it was edited since it gained the focus. Otherwise it shows the saved value, so that
 * merely passing through overwrites nobody's change. If `save` returns false, it rejects the text, and the saved value is
 * shown again.
 */
export function useSaveOnBlur(saved: string, save: (text: string) => unknown) {
  // `savedAtBlur`: the saved value when the field was left; until it changes, the typed text stays visible.
  const [typed, setTyped] = useState<{ text: string; savedAtBlur?: string }>();
  const isTyping = typed !== undefined && typed.savedAtBlur === undefined;
  return {
    value: typed && (isTyping || typed.savedAtBlur === saved) ? typed.text : saved,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setTyped({ text: currentTarget.value }),
    onBlur: () => {
      if (!isTyping) return;
      const isAccepted = typed.text.trim() === saved || save(typed.text) !== false;
      setTyped(isAccepted ? { ...typed, savedAtBlur: saved } : undefined);
    },
  };
}
