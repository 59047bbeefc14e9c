import { useState, type SubmitEvent } from "react";
import { isRefusal } from "../../lib/api.ts";
import { storeTokens } from "../../lib/session.ts";
import { useSending } from "../../lib/useSending.ts";
import { logIn } from "./login.ts";
import { useLoginForm } from "./useLoginForm.ts";

/** The login: what is typed, how it is sent, and what has to be typed again once it was refused. */
export function useLogin(onLoggedIn: () => void) {
  const login = useSending(logIn);
  const form = useLoginForm();
  // Asked for by accounts with a second factor, once their password was right.
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
        form.forget("code");
        // The field is there with the next render.
        setTimeout(() => form.focus("code"));
        return;
      }
      // Nobody looked at what was typed: it can be sent again as it is.
      if (!isRefusal(error) || error.status >= 500) return;
      // The banner says why; only the password has to be typed again.
      setAsksCode(false);
      form.forget("code", "password");
      form.focus("password");
    }
  }

  return { form, submit, error: login.error, isPending: login.isPending, asksCode };
}
