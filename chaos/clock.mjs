// Loaded before a server: shifts its clock, but not its timers, by this many hours from everybody else's.
const offsetMs = Number(process.env.CHAOS_CLOCK_HOURS ?? 0) * 3_600_000;
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offsetMs] : args, newTarget),
  apply: () => new Date().toString(),
  get: (target, key, receiver) =>
    key === "now" ? () => RealDate.now() + offsetMs : Reflect.get(target, key, receiver),
});
