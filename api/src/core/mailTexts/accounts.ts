import { text } from "./text.ts";

const ifNotYou = "If this was not you, choose a new password and contact us at once.";
const company = "Brennvik Energi AS";
const passkey = "Work laptop";
const role = "a buyer, who orders and retires";

/** Mails about accounts and company membership. */
export const accountTexts = {
  "account.verification": text({
    name: "Verify an email address",
    subject: "Verify your email address",
    paragraphs: [
      "Hello, an account was registered with this address. Please confirm that it is yours.",
      "The link can be used once, within 24 hours. If you did not register, you can ignore this email.",
    ],
    button: "Verify email address",
    example: {},
  }),
  "account.admitted": text({
    name: "Account is admitted",
    subject: "Your account is ready",
    paragraphs: [
      "Hello, your account was checked and admitted.",
      "You can now browse the projects, hold credits in your cart and order on invoice.",
    ],
    button: "Go to the marketplace",
    example: {},
  }),
  "account.resetLink": text({
    name: "Link to a new password",
    subject: "Choose a new password",
    paragraphs: [
      "{greeting}, a new password was requested for your account.",
      "The link can be used once, within 1 hour. If this was not you, you can ignore this email: your password stays as it is.",
    ],
    button: "Choose a new password",
    example: { greeting: "Hello Ilse" },
  }),
  "account.passwordChanged": text({
    name: "Password was changed",
    subject: "Your password was changed",
    paragraphs: [
      "The password of your account was changed, and all other sessions have ended.",
      ifNotYou,
    ],
    button: "Choose a new password",
    example: {},
  }),
  "account.factorAdded": text({
    name: "Authenticator app was set up",
    subject: "An authenticator app was set up for your account",
    paragraphs: [
      "From now on, you need a code from it to log in.",
      "If this was not you, choose a new password and contact us at once.",
    ],
    button: "Check your login settings",
    example: {},
  }),
  "account.factorRemoved": text({
    name: "Second factor was removed",
    subject: "Your second factor was removed",
    paragraphs: ["From now on, your password alone is enough to log in.", ifNotYou],
    button: "Set up a second factor",
    example: {},
  }),
  "account.codesRemoved": text({
    name: "Authenticator app was removed, passkeys stay",
    subject: "Your authenticator app was removed",
    paragraphs: [
      "We no longer ask for a code from your authenticator app. Your passkeys stay.",
      ifNotYou,
    ],
    button: "Set up a second factor",
    example: {},
  }),
  "account.passkeyAdded": text({
    name: "Passkey was added",
    subject: "A passkey was added to your account",
    paragraphs: [
      "Whoever holds the passkey “{passkey}” can log in to your account.",
      "If this was not you, remove it, choose a new password and contact us at once.",
    ],
    button: "See your passkeys",
    example: { passkey },
  }),
  "account.passkeyRemoved": text({
    name: "Passkey was removed",
    subject: "A passkey was removed from your account",
    paragraphs: ["The passkey “{passkey}” can no longer be used to log in.", ifNotYou],
    button: "See your passkeys",
    example: { passkey },
  }),
  "company.invitation": text({
    name: "Invitation to a company",
    subject: "You are invited to join {company}",
    paragraphs: [
      "{inviter} invites you to join {company} as {role}.",
      "The link can be used once, within {days} days, by your address only. If you did not expect it, you can ignore this email.",
    ],
    button: "Accept the invitation",
    example: { inviter: "Ilse Varendonk", company, role, days: "7" },
  }),
  "company.role": text({
    name: "Role in a company changed",
    subject: "Your role in the company changed",
    paragraphs: ["In {company} you are now {role}."],
    button: "See the company",
    example: { company, role },
  }),
  "company.removed": text({
    name: "Member was removed from a company",
    subject: "You no longer belong to {company}",
    paragraphs: [
      "Orders, holdings and retirements stay with the company. Your account stays too, with a company of its own.",
    ],
    button: "Go to the marketplace",
    example: { company },
  }),
};
