import { describe, expect, it } from "vitest";
import * as format from "./format.ts";
import { seller } from "./sellerZone.ts";

const nbsp = "\u00a0";

describe("names", () => {
  it("are joined with a conjunction before the last", () => {
    const names = ["Ada", "Bo", "Cem"];
    expect([0, 1, 2, 3].map((count) => format.joinList(names.slice(0, count)))).toEqual([
      "",
      "Ada",
      "Ada and Bo",
      "Ada, Bo and Cem",
    ]);
    expect(format.joinList(names, "or")).toBe("Ada, Bo or Cem");
  });
});

describe("figures", () => {
  it("write money with the sign first and always two decimals", () => {
    expect(format.euros(31707.55)).toBe("€31,707.55");
    expect(format.euros(0)).toBe("€0.00");
    expect(format.euros(-120)).toBe("−€120.00");
    expect(format.perTonne(28.4)).toBe(`€28.40 /${nbsp}t`);
    expect(format.euroRange(24.5, 31)).toBe("€24.50 – €31.00");
    expect(format.euroRange(24.5, 24.5)).toBe("€24.50");
  });

  it("write tonnes as whole numbers, with a no-break space", () => {
    expect(format.tonnes(42150)).toBe(`42,150${nbsp}t`);
    expect(format.whole(2147483647)).toBe("2,147,483,647");
  });

  it("write percent without a space", () => {
    expect(format.percent(19)).toBe("19%");
    expect(format.percent(8.1)).toBe("8.1%");
    expect(format.share(0.356)).toBe("36%");
  });

  it("never round a part down to nothing, nor up to the whole", () => {
    expect([0, 0.004, 0.995, 1].map(format.share)).toEqual(["0%", "<1%", ">99%", "100%"]);
  });

  it("write years with an en dash, or a single year", () => {
    expect(format.years(2021, 2024)).toBe("2021–2024");
    expect(format.years(2021, 2021)).toBe("2021");
  });

  it("write file sizes", () => {
    expect([820, 54_321, 1_240_000].map(format.fileSize)).toEqual(["820 B", "54 kB", "1.2 MB"]);
  });
});

describe("dates", () => {
  const local = (text: string) => new Date(text).toISOString();

  it("are formatted as day, month, year; a calendar date is the same in every zone", () => {
    expect(format.day("2026-03-14")).toBe("14 Mar 2026");
    expect(format.dateTime(local("2026-09-05T14:32"))).toBe("5 Sep 2026, 14:32");
    expect(format.utc("2026-03-14T13:32:10Z")).toBe("2026-03-14 13:32 UTC");
    expect(format.month("2026-09")).toBe("Sep 2026");
  });

  it("without a time are in the seller's zone, wherever the browser is", () => {
    expect(format.day("2026-12-31T23:30:00Z")).toBe("1 Jan 2027");
    expect(format.shortDay("2026-12-31T23:30:00Z", new Date("2027-02-01"))).toBe("1 Jan");
    expect(format.today(new Date("2026-12-31T23:30:00Z"))).toBe("2027-01-01");
    seller.zone = "America/New_York";
    expect(format.day("2027-01-01T04:30:00Z")).toBe("31 Dec 2026");
    seller.zone = "Europe/Berlin";
  });

  it("in a dense list omit the current year", () => {
    const now = new Date("2026-03-14T15:00");
    expect(format.shortDay("2026-03-09", now)).toBe("9 Mar");
    expect(format.shortDay("2025-11-03T10:00:00Z", now)).toBe("3 Nov 2025");
  });

  it("next to a time are in the reader's zone", () => {
    const at = new Date(2026, 11, 31, 23, 30);
    expect(format.localShortDay(at, at)).toBe("31 Dec");
    expect(format.localShortDay(at, new Date(2027, 0, 1))).toBe("31 Dec 2026");
  });

  it("in a feed show the time today, then Yesterday, then the day, then the year too", () => {
    const now = new Date("2026-03-14T15:00");
    const instants = [
      "2026-03-14T00:05",
      "2026-03-13T23:59",
      "2026-03-09T10:00",
      "2025-11-03T10:00",
    ];
    expect(instants.map((moment) => format.feedTime(local(moment), now))).toEqual([
      "00:05",
      "Yesterday",
      "9 Mar",
      "3 Nov 2025",
    ]);
  });
});
