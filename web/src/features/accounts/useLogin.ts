import { useState, type SubmitEvent } from "react";
import { isRefusal } from "../../lib/api.ts";
import { isLost } from "../../lib/failure.ts";
import { storeTokens } from "../../lib/session.ts";
import { useSending } from "../../lib/useSending.ts";
import { logIn } from "./login.ts";
import { useLoginForm } from "./useLoginForm.ts";

/** The login's input, its submission, and what must be typed again after a refusal. */
export function useLogin(onLoggedIn: () => void) {
  const login = useSending(logIn);
  const form = useLoginForm();
  // Set for accounts with a second factor, once the password was correct.
  const [asksCode, setAsksCode] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const typed = await form.checked();
    if (!typed) return;
    try {
      storeTokens(await login.send(typed));
      onLoggedIn();
    } catch (error) {
      if (isRefusal(error, "SECOND_FACTOR_REQUIRED") || isRefusal(error, "INVALID_CODE")) {
        setAsksCode(true);
        form.clear("code");
        // The field exists after the next render.
        setTimeout(() => form.focus("code"));
        return;
      }
      // The credentials were not checked: they can be sent again as they are.
      if (isLost(error)) return;
      // The banner shows the reason; only the password must be typed again.
      setAsksCode(false);
      form.clear("code", "password");
      form.focus("password");
    }
  }

  return { form, submit, error: login.error, isPending: login.isPending, asksCode };
}
