// How mails to people outside write sums, tonnes and times. Their texts say that a moment is in UTC.
export const money = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });
export const whole = new Intl.NumberFormat("en");
export const longDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
export const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});
