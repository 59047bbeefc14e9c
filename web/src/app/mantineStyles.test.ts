import { expect, it } from "vitest";

const sources = import.meta.glob<string>("../**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Components without styles of their own, or with those of others. */
const drawnWith: Record<string, string[]> = {
  ComboboxStore: [],
  CopyButton: [],
  MantineColorsTuple: [],
  MantineProvider: [],
  MantineThemeOverride: [],
  MantineThemeProvider: [],
  createTheme: [],
  useCombobox: [],
  FileButton: [],
  MultiSelect: ["Combobox", "Input", "Pill", "PillsInput", "ScrollArea"],
  NativeSelect: ["Input"],
  RangeSlider: ["Slider"],
  Select: ["Combobox", "Input", "ScrollArea"],
  Textarea: ["Input"],
  TextInput: ["Input"],
};

it("includes the styles of every library component in use", () => {
  const used = Object.values(sources)
    .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from "@mantine\/core";/g)])
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.replace("type ", "").trim().split(" ")[0]!)
    .filter((name) => name !== "" && !name.endsWith("Props"));
  const needed = new Set(used.flatMap((name) => drawnWith[name] ?? [name]));
  expect(needed.size).toBeGreaterThan(5);
  const css = sources["./mantineStyles.ts"] ?? "";
  expect([...needed].filter((name) => !css.includes(`/styles/${name}.css"`))).toEqual([]);
});

it("loads the styles of charts where one is rendered, and nowhere else", () => {
  const withCharts = (text: RegExp) =>
    Object.keys(sources).filter((file) => text.test(sources[file] ?? ""));
  const drawing = withCharts(/from "@mantine\/charts";/);
  expect(drawing.length).toBeGreaterThan(1);
  expect(withCharts(/^import "@mantine\/charts\/styles.css";/m)).toEqual(drawing);
});
