/** Colours of a scene: sky, its halo, the sun, four depths of ground from far to front, lines, and an accent. */
export interface Palette {
  sky: string;
  halo: string;
  sun: string;
  far: string;
  range: string;
  near: string;
  front: string;
  line: string;
  accent: string;
}

function palette(hexes: string): Palette {
  const colors = hexes.split(" ").map((hex) => `#${hex}`);
  const [sky, halo, sun, far, range, near, front, line, accent] = colors as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { sky, halo, sun, far, range, near, front, line, accent };
}

/** Two palettes per scene; the seed selects one. */
export const palettes = {
  forest: [
    palette("DCEFF3 EDF8F6 FFF7DF A9D3CB 6FB5A2 2F8A72 0F5B4C D8F5E6 083F37"),
    palette("D9E9FB EAF4FE FFFDF2 A7C9DD 68A9A6 2B7F71 0D4F4B D3F2E4 07383A"),
  ],
  wetland: [
    palette("DDF4F8 EEFBFC FFF6DC A5DCDA 58BEA8 1F8E7B 0E5F5C E6FFFA 39C6E4"),
    palette("E3EEFC F2F8FE FFFDF2 A9D0E3 5DB5AE 23857B 0D5660 E6FFFA 45BFEA"),
  ],
  field: [
    palette("E4F3F4 F3FAF6 FFF0C6 BFE0BE 8CCB93 4FA777 1F7A5E F3FBE6 F2D67F"),
    palette("E0EEFB F0F7FD FFF3D0 C3DDCB 93C8A0 56A184 22705F F4FBEA F0CB6C"),
  ],
  wind: [
    palette("DCEBFD ECF5FF FFFDF4 B7D3F3 83B2E6 3D7FCB 17478F EAF4FF FFFFFF"),
    palette("D8F1F8 EBF9FD FFF8E2 ACDCE9 74BCD5 2F86B0 114E79 E6F8FE FFFFFF"),
  ],
  solar: [
    palette("E9F2FD F7FAFE FFDF8F F3DFC0 E7C696 C79A63 0D3B86 CFE3FF 2F74E6"),
    palette("FDF3DF FFF9EC FFCF73 EAD3B4 D6B184 AD8355 123A78 CFE3FF 3C85FF"),
  ],
  water: [
    palette("DDEFFC EEF7FE FFF8E3 A9CFEF 6AABDF 2C79C4 0F4589 E3F3FF 7FE0F5"),
    palette("DAF4F7 ECFAFB FFFDF2 9FD8E2 58B4CB 1E82A5 0B4E70 E1F9FF 8BE6F7"),
  ],
  home: [
    palette("FCEBDD FFF5EC FFD9A3 F0C9A9 CFAF95 7F9A8C 2C5B58 FFF4E6 D2683F"),
    palette("E8EEFB F5F8FE FFE2B0 D9CDC6 B3B7B2 6E9192 24505A FFF4E6 C95F45"),
  ],
  gas: [
    palette("E3ECF6 F1F6FB FFF4D8 C2D0DF 96ABC2 5F7B99 2B4666 E8F1FA 40DDA9"),
    palette("E0F0F2 F0F8F8 FFF6DF B9D2D4 88AEB2 52828A 22505C E6F6F6 5BE3B5"),
  ],
  lattice: [
    palette("E4ECFB F3F7FE FFFFFF B4C8EE 7F9FDF 3D66BD 182F6E E7F0FF 37CAE7"),
    palette("DFF0F7 F0F9FC FFFFFF A9CFE2 6DA8CC 2F71A6 123B68 E2F5FF 40DDA9"),
  ],
  strata: [
    palette("E6EEF6 F4F8FB FFF6DF B9C9D6 71889E 3F5873 1B2E4D DCE8F3 40DDA9"),
    palette("E2F1F1 F2FAF9 FFF3D6 B4CDCB 6E9091 3C6068 17343F DDEFEF 4FDDB4"),
  ],
  route: [
    palette("E3EDFB F2F7FE FFFFFF BFD3F0 8FB1E2 5687CE 1D4C97 FFFFFF 40DDA9"),
    palette("E1F3F6 F2FAFB FFFFFF B5DBE2 80BECB 4394A8 145B70 FFFFFF 0C61F7"),
  ],
  topo: [
    palette("E7F1FE D6E7FB FFFFFF BCD8F4 A2CBEB 86BFDD 1F5FA8 2F74B8 40DDA9"),
    palette("DFF6EE CDEFE4 FFFFFF B3E4D8 98D6CB 7CC5C0 0F6B6B 2C8A85 37CAE7"),
  ],
} as const satisfies Record<string, readonly [Palette, Palette]>;
export type SceneName = keyof typeof palettes;
