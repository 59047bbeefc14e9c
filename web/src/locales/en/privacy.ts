import { addTexts } from "../../lib/i18n.ts";

export const privacy = addTexts("privacy", {
  mine: {
    title: "Your data",
    text: "What we store about you, and how to have it erased.",
    download: "Download your data",
    downloadText: "Everything stored about you, as one JSON file.",
    erase: "Erase your account",
    eraseText: "Permanently. Invoices and retirements stay, as the law requires.",
    dialogText:
      "Your name, email, phone, photo, passkeys, sessions, cart, company details, notifications and messages are permanently erased. Nobody can restore them.",
    password: "Your password",
    passwordMissing: "Enter your password.",
    codeMissing: "Enter the code.",
    passkey: "Your device will then ask for one of your passkeys.",
    obstacles: "Your account cannot be erased yet",
    done: "Your account is erased.",
    doneText: "You are logged out everywhere.",
    leave: "Close",
  },
  theirs: {
    title: "Personal data",
    download: "Download as JSON",
    erase: "Erase this account",
    dialogText:
      "Name, email, phone, photo, passkeys, sessions, cart, company details, notifications and messages of {{name}} are permanently erased, and all sessions end. Nobody can restore them.",
    username: "Email of the account, to confirm",
    usernameWrong: "This is not the email of the account.",
    obstacles: "This account cannot be erased yet",
    done: "The account is erased.",
  },
  kept: "These stay, because the law requires us to keep them. Orders, invoices and retirements name the company and no longer the person; the audit log keeps the email with each action:",
  keptNothing: "Nothing is kept.",
  keeps: {
    orders_one: "{{count}} order",
    orders_other: "{{count}} orders",
    invoices_one: "{{count}} invoice or credit note",
    invoices_other: "{{count}} invoices and credit notes",
    retirements_one: "{{count}} retirement with its certificate",
    retirements_other: "{{count}} retirements with their certificates",
    auditEntries_one: "{{count}} entry of the audit log, which nobody can change",
    auditEntries_other: "{{count}} entries of the audit log, which nobody can change",
  },
  obstacles: {
    OPEN_ORDERS_one: "{{count}} order waits for approval or payment.",
    OPEN_ORDERS_other: "{{count}} orders wait for approval or payment.",
    RETIREMENTS_IN_PROGRESS_one: "{{count}} retirement is in progress.",
    RETIREMENTS_IN_PROGRESS_other: "{{count}} retirements are in progress.",
    CREDITS_HELD_one:
      "{{count}} t in the portfolio is not retired. Without the account, nobody could retire it.",
    CREDITS_HELD_other:
      "{{count}} t in the portfolio are not retired. Without the account, nobody could retire them.",
    LAST_ADMIN_one: "This is the last Admin who can log in.",
    LAST_ADMIN_other: "This is the last Admin who can log in.",
    LAST_OWNER_one: "This is the last owner of the company: make another member owner first.",
    LAST_OWNER_other: "This is the last owner of the company: make another member owner first.",
  },
  loading: "Checking what would be kept",
  failed: "What would be kept could not be loaded",
});
