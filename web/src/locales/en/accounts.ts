import { addTexts } from "../../lib/i18n.ts";

export const accounts = addTexts("accounts", {
  checkingLink: "Checking your link",
  login: {
    ended: "You were logged out. Log in to continue.",
    code: "Code from your authenticator app",
    codeHelp: "Or one of your recovery codes.",
    passkey: "Log in with a passkey",
    passkeyThere: "This device already has a passkey for your account.",
    passkeyNotUsed: "No passkey was used. Try again.",
    title: "Log in",
    lead: "Buy carbon credits from registered projects on invoice.",
    email: "Email",
    password: "Password",
    submit: "Log in",
    forgot: "Forgot your password?",
    waitOr: "If it was not you, or you cannot wait:",
    newPassword: "choose a new password",
    newHere: "New here?",
    create: "Create a company account",
  },
});
