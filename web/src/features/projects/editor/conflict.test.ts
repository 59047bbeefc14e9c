import { describe, expect, it } from "vitest";
import { conflictsOf, resolved } from "./conflict.ts";
import { differences, keyOf } from "./facts.ts";
import { emptyFields, newVintage, type ProjectFields } from "./form.ts";

const row = (id: number, year: string, price: string) => ({
  ...newVintage(),
  key: `v${id}`,
  vintageId: id,
  year,
  price,
});

function version(change: (fields: ProjectFields) => void): ProjectFields {
  const fields = emptyFields();
  fields.name = "Mangroves of Kwale";
  fields.description = "Three estuaries";
  fields.vintages = [row(1, "2022", "28.40"), row(2, "2023", "29.90")];
  change(fields);
  return fields;
}
const base = version(() => undefined);
const keysOf = (one: ProjectFields, other: ProjectFields) => differences(one, other).map(keyOf);

describe("differences", () => {
  it("include fields and single columns of a vintage", () => {
    const now = version((fields) => {
      fields.description = "Four estuaries";
      fields.vintages[1]!.price = "31.00";
    });
    expect(keysOf(base, now)).toEqual(["description", "v2.price"]);
  });

  it("include an added or deleted vintage once, whatever its columns hold", () => {
    const now = version((fields) => {
      fields.vintages = [fields.vintages[0]!, { ...newVintage(), key: "new-1", price: "5" }];
    });
    expect(keysOf(base, now)).toEqual(["v2", "new-1"]);
  });

  it("treat a renamed developer as the same one", () => {
    const one = version((fields) => (fields.developer = { id: 4, name: "Pwani" }));
    const other = version((fields) => (fields.developer = { id: 4, name: "Pwani Blue Trust" }));
    expect(keysOf(one, other)).toEqual([]);
    const third = version((fields) => (fields.developer = { id: 5, name: "Pwani" }));
    expect(keysOf(one, third)).toEqual(["developer"]);
  });
});

describe("two versions", () => {
  const mine = version((fields) => {
    fields.name = "Mangroves of Kwale County";
    fields.vintages[0]!.price = "30.00";
  });
  const theirs = version((fields) => {
    fields.description = "Two estuaries";
    fields.vintages[0]!.price = "27.00";
  });
  const conflicts = conflictsOf(base, mine, theirs);

  it("show who has changed what since they agreed", () => {
    expect(conflicts.map(({ fact, changedBy }) => [keyOf(fact), changedBy])).toEqual([
      ["name", "me"],
      ["description", "them"],
      ["v1.price", "both"],
    ]);
  });

  it("are merged field by field as chosen", () => {
    const form = resolved(mine, theirs, conflicts, new Set(["description"]));
    expect(form.name).toBe("Mangroves of Kwale County");
    expect(form.description).toBe("Two estuaries");
    expect(form.vintages.map(({ price }) => price)).toEqual(["30.00", "29.90"]);
    const other = resolved(mine, theirs, conflicts, new Set(["v1.price", "name"]));
    expect(other.name).toBe("Mangroves of Kwale");
    expect(other.description).toBe("Three estuaries");
    expect(other.vintages[0]!.price).toBe("27.00");
  });

  it("leave the input unmodified when merged", () => {
    const before = JSON.stringify(mine);
    resolved(mine, theirs, conflicts, new Set(conflicts.map(({ fact }) => keyOf(fact))));
    expect(JSON.stringify(mine)).toBe(before);
  });
});

describe("a vintage deleted by them", () => {
  const theirs = version((fields) => fields.vintages.splice(0, 1));

  it("is a conflict if I have changed it, else theirs", () => {
    const mine = version((fields) => (fields.vintages[0]!.price = "30.00"));
    expect(conflictsOf(base, mine, theirs)[0]).toMatchObject({ changedBy: "both" });
    expect(conflictsOf(base, base, theirs)[0]).toMatchObject({ changedBy: "them" });
  });

  it("is removed, or created again with my input", () => {
    const mine = version((fields) => (fields.vintages[0]!.price = "30.00"));
    const conflicts = conflictsOf(base, mine, theirs);
    expect(resolved(mine, theirs, conflicts, new Set(["v1"])).vintages).toHaveLength(1);
    expect(resolved(mine, theirs, conflicts, new Set()).vintages[0]).toMatchObject({
      vintageId: null,
      price: "30.00",
    });
  });
});
