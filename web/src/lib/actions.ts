import type { TFunction } from "i18next";
import { i18n } from "./i18n.ts";

type Known = "records.actions.order.approve";

/** What the audit log says was done, without its thing: `order.approve` is "Approved", `price-list.create` "Created". */
export function actionWords(t: TFunction, action: string): string {
  const key = [
    `records.actions.${action}`,
    `audit.actions.${action}`,
    `audit.verbs.${action.slice(action.indexOf(".") + 1)}`,
  ].find((each) => i18n.exists(each));
  return key ? String(t(key as Known)) : spaced(action.slice(action.indexOf(".") + 1));
}

/** The thing of an action in words: `price-list.create` is of a price list. */
export function actionThing(action: string): string {
  return spaced(action.slice(0, action.indexOf(".")));
}

/** Both: "Order: approved". */
export function actionLabel(t: TFunction, action: string): string {
  const words = actionWords(t, action);
  const isOwn = ["records", "audit"].some((texts) => i18n.exists(`${texts}.actions.${action}`));
  // Only of what operators keep notes on the words leave out what it is.
  const isRecord = i18n.exists(`records.actions.${action.slice(0, action.indexOf("."))}.note`);
  return isOwn && !isRecord ? words : `${upper(actionThing(action))}: ${lower(words)}`;
}

/** As it reads within a sentence. */
export function lower(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function upper(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function spaced(name: string): string {
  return name.replaceAll(/[-_]|(?=[A-Z])/g, " ").toLowerCase();
}
