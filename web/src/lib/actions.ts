import type { TFunction } from "i18next";
import { i18n } from "./i18n.ts";

type KnownKey = "records.actions.order.approve";

/**
 * Describes what an audit log action did, without its subject: `order.approve` is "Approved", `price-list.create`
 * "Created".
 */
export function actionWords(t: TFunction, action: string): string {
  const key = [
    `records.actions.${action}`,
    `audit.actions.${action}`,
    `audit.verbs.${action.slice(action.indexOf(".") + 1)}`,
  ].find((each) => i18n.exists(each));
  return key ? String(t(key as KnownKey)) : toWords(action.slice(action.indexOf(".") + 1));
}

/** Returns the subject of an action in words: `price-list.create` gives "price list". */
export function actionSubject(action: string): string {
  return toWords(action.slice(0, action.indexOf(".")));
}

/** Describes an action together with its subject: "Order: approved". */
export function actionLabel(t: TFunction, action: string): string {
  const words = actionWords(t, action);
  const isOwn = ["records", "audit"].some((texts) => i18n.exists(`${texts}.actions.${action}`));
  // Only for records that operators keep notes on do the action's words omit the subject.
  const isRecord = i18n.exists(`records.actions.${action.slice(0, action.indexOf("."))}.note`);
  return isOwn && !isRecord ? words : `${upperFirst(actionSubject(action))}: ${lowerFirst(words)}`;
}

/** Lowercases the first letter, for use within a sentence. */
export function lowerFirst(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** Uppercases the first letter, for use at the start of a sentence. */
export function upperFirst(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function toWords(name: string): string {
  return name.replaceAll(/[-_]|(?=[A-Z])/g, " ").toLowerCase();
}
