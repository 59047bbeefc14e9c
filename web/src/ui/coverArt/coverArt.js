/*
 * Deterministic cover art for projects without images. Reference implementation (no dependencies).
 *
 *   coverArt({ seed, type, detail })  ->  SVG string, viewBox 0 0 800 500, no ids, no scripts, no text
 *     seed    project id as text: the same project always gets the same picture
 *     type    project type name as the catalogue spells it ("Wind", "Cookstoves", …), any case
 *     detail  'full' (cards, project page) or 'thumb' (table rows, cart lines; fewer, bolder marks)
 *
 *   landscapeArt({ seed })  ->  the large landscape of the blank layout
 *
 * Show it through <img alt=""> (data URI or a served .svg) with object-fit: cover. The subject stays
 * inside the middle 60 % of the width and the lower 65 % of the height, so 16:9, 4:3, 1:1 and 3:1 crops work.
 */

const W = 800,
  H = 500;

/* ---------- randomness: the only source is the seed ---------- */
function rng(text) {
  let h = 1779033703 ^ text.length;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  let a = (h ^ (h >>> 16)) >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const between = (r, a, b) => a + r() * (b - a);
const pick = (r, list) => list[Math.floor(r() * list.length)];

/* ---------- geometry ---------- */
const n = (v) => (Math.abs(v) < 10 ? String(Math.round(v * 10) / 10) : String(Math.round(v)));
/** smooth hill line: a few sine waves with seeded phases */
function wave(r, amp, scale = 1) {
  const parts = [
    [1, 1],
    [0.46, 2.3],
    [0.2, 4.7],
  ].map(([a, f]) => [a * amp, (f * scale * 2 * Math.PI) / W, r() * 6.28]);
  return (x) => parts.reduce((y, [a, f, p]) => y + a * Math.sin(x * f + p), 0);
}
/** angular mountain line: value noise with straight edges */
function peaks(r, amp, step = 95) {
  const pts = [];
  for (let x = -step; x <= W + 2 * step; x += step)
    pts.push([x + between(r, -24, 24), between(r, -amp, amp)]);
  return (x) => {
    let i = 1;
    while (i < pts.length - 1 && pts[i][0] < x) i++;
    const [x0, y0] = pts[i - 1],
      [x1, y1] = pts[i];
    return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) + 5 * Math.sin(x / 13);
  };
}
function line(f, step = 25, x0 = -step, x1 = W + step) {
  let d = `M${n(x0)} ${n(f(x0))}`;
  for (let x = x0 + step; x <= x1; x += step) {
    const px = x - step / 2;
    d += `Q${n(px)} ${n(f(px))} ${n(x)} ${n(f(x))}`;
  }
  return d;
}
const land = (f, fill, step) => `<path d="${line(f, step)}V${H + 5}H-25Z" fill="${fill}"/>`;
const stroke = (d, color, w = 1.4, extra = "") =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${w}"${extra}/>`;
/** contour lines below a hill line: each flatter than the last, as on a survey map */
function contours(f, base, color, count, gap, { w = 1.3, step = 40, grow = 1.16, o = 0.55 } = {}) {
  let d = "",
    y = gap;
  for (let k = 1; k <= count; k++) {
    const t = k / (count + 2),
      dy = y;
    d += line((x) => (f(x) - base) * (1 - t) + base + dy + 3 * Math.sin(x / 70 + k), step);
    y += gap * grow ** k;
  }
  return stroke(d, color, w, ` opacity="${o}"`);
}
/** irregular closed ring, for summits, ponds and plumes */
function blob(r, cx, cy, rx, ry, wob = 0.16) {
  const p = [r() * 6, r() * 6],
    q = (t) => 1 + wob * Math.sin(2 * t + p[0]) + wob * 0.6 * Math.sin(3 * t + p[1]);
  return (k) => {
    const N = 14,
      pt = (i) => {
        const t = (i / N) * 6.28319;
        return [cx + Math.cos(t) * rx * q(t) * k, cy + Math.sin(t) * ry * q(t) * k];
      };
    const mid = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    let s = mid(pt(0), pt(1)),
      d = `M${n(s[0])} ${n(s[1])}`;
    for (let i = 1; i <= N; i++) {
      const a = pt(i),
        m = mid(a, pt(i + 1));
      d += `Q${n(a[0])} ${n(a[1])} ${n(m[0])} ${n(m[1])}`;
    }
    return d + "Z";
  };
}
const rect = (x, y, w, h) => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`;
const disc = (x, y, r) => {
  const q = r < 10 ? Math.round(r * 2) / 2 : Math.round(r);
  return `M${Math.round(x - q)} ${n(y)}a${q} ${q} 0 1 0 ${2 * q} 0a${q} ${q} 0 1 0 ${-2 * q} 0Z`;
};
const mix = (a, b, t) =>
  "#" +
  [1, 3, 5]
    .map((i) =>
      Math.round(parseInt(a.slice(i, i + 2), 16) * (1 - t) + parseInt(b.slice(i, i + 2), 16) * t)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("");
const fill = (d, color, extra = "") => `<path d="${d}" fill="${color}"${extra}/>`;

/* ---------- palettes: sky, halo, sun, four depths, line, accent ---------- */
const P = {
  forest: [
    [
      "#DCEFF3",
      "#EDF8F6",
      "#FFF7DF",
      "#A9D3CB",
      "#6FB5A2",
      "#2F8A72",
      "#0F5B4C",
      "#D8F5E6",
      "#083F37",
    ],
    [
      "#D9E9FB",
      "#EAF4FE",
      "#FFFDF2",
      "#A7C9DD",
      "#68A9A6",
      "#2B7F71",
      "#0D4F4B",
      "#D3F2E4",
      "#07383A",
    ],
  ],
  wetland: [
    [
      "#DDF4F8",
      "#EEFBFC",
      "#FFF6DC",
      "#A5DCDA",
      "#58BEA8",
      "#1F8E7B",
      "#0E5F5C",
      "#E6FFFA",
      "#39C6E4",
    ],
    [
      "#E3EEFC",
      "#F2F8FE",
      "#FFFDF2",
      "#A9D0E3",
      "#5DB5AE",
      "#23857B",
      "#0D5660",
      "#E6FFFA",
      "#45BFEA",
    ],
  ],
  field: [
    [
      "#E4F3F4",
      "#F3FAF6",
      "#FFF0C6",
      "#BFE0BE",
      "#8CCB93",
      "#4FA777",
      "#1F7A5E",
      "#F3FBE6",
      "#F2D67F",
    ],
    [
      "#E0EEFB",
      "#F0F7FD",
      "#FFF3D0",
      "#C3DDCB",
      "#93C8A0",
      "#56A184",
      "#22705F",
      "#F4FBEA",
      "#F0CB6C",
    ],
  ],
  wind: [
    [
      "#DCEBFD",
      "#ECF5FF",
      "#FFFDF4",
      "#B7D3F3",
      "#83B2E6",
      "#3D7FCB",
      "#17478F",
      "#EAF4FF",
      "#FFFFFF",
    ],
    [
      "#D8F1F8",
      "#EBF9FD",
      "#FFF8E2",
      "#ACDCE9",
      "#74BCD5",
      "#2F86B0",
      "#114E79",
      "#E6F8FE",
      "#FFFFFF",
    ],
  ],
  solar: [
    [
      "#E9F2FD",
      "#F7FAFE",
      "#FFDF8F",
      "#F3DFC0",
      "#E7C696",
      "#C79A63",
      "#0D3B86",
      "#CFE3FF",
      "#2F74E6",
    ],
    [
      "#FDF3DF",
      "#FFF9EC",
      "#FFCF73",
      "#EAD3B4",
      "#D6B184",
      "#AD8355",
      "#123A78",
      "#CFE3FF",
      "#3C85FF",
    ],
  ],
  water: [
    [
      "#DDEFFC",
      "#EEF7FE",
      "#FFF8E3",
      "#A9CFEF",
      "#6AABDF",
      "#2C79C4",
      "#0F4589",
      "#E3F3FF",
      "#7FE0F5",
    ],
    [
      "#DAF4F7",
      "#ECFAFB",
      "#FFFDF2",
      "#9FD8E2",
      "#58B4CB",
      "#1E82A5",
      "#0B4E70",
      "#E1F9FF",
      "#8BE6F7",
    ],
  ],
  home: [
    [
      "#FCEBDD",
      "#FFF5EC",
      "#FFD9A3",
      "#F0C9A9",
      "#CFAF95",
      "#7F9A8C",
      "#2C5B58",
      "#FFF4E6",
      "#D2683F",
    ],
    [
      "#E8EEFB",
      "#F5F8FE",
      "#FFE2B0",
      "#D9CDC6",
      "#B3B7B2",
      "#6E9192",
      "#24505A",
      "#FFF4E6",
      "#C95F45",
    ],
  ],
  gas: [
    [
      "#E3ECF6",
      "#F1F6FB",
      "#FFF4D8",
      "#C2D0DF",
      "#96ABC2",
      "#5F7B99",
      "#2B4666",
      "#E8F1FA",
      "#40DDA9",
    ],
    [
      "#E0F0F2",
      "#F0F8F8",
      "#FFF6DF",
      "#B9D2D4",
      "#88AEB2",
      "#52828A",
      "#22505C",
      "#E6F6F6",
      "#5BE3B5",
    ],
  ],
  lattice: [
    [
      "#E4ECFB",
      "#F3F7FE",
      "#FFFFFF",
      "#B4C8EE",
      "#7F9FDF",
      "#3D66BD",
      "#182F6E",
      "#E7F0FF",
      "#37CAE7",
    ],
    [
      "#DFF0F7",
      "#F0F9FC",
      "#FFFFFF",
      "#A9CFE2",
      "#6DA8CC",
      "#2F71A6",
      "#123B68",
      "#E2F5FF",
      "#40DDA9",
    ],
  ],
  strata: [
    [
      "#E6EEF6",
      "#F4F8FB",
      "#FFF6DF",
      "#B9C9D6",
      "#71889E",
      "#3F5873",
      "#1B2E4D",
      "#DCE8F3",
      "#40DDA9",
    ],
    [
      "#E2F1F1",
      "#F2FAF9",
      "#FFF3D6",
      "#B4CDCB",
      "#6E9091",
      "#3C6068",
      "#17343F",
      "#DDEFEF",
      "#4FDDB4",
    ],
  ],
  route: [
    [
      "#E3EDFB",
      "#F2F7FE",
      "#FFFFFF",
      "#BFD3F0",
      "#8FB1E2",
      "#5687CE",
      "#1D4C97",
      "#FFFFFF",
      "#40DDA9",
    ],
    [
      "#E1F3F6",
      "#F2FAFB",
      "#FFFFFF",
      "#B5DBE2",
      "#80BECB",
      "#4394A8",
      "#145B70",
      "#FFFFFF",
      "#0C61F7",
    ],
  ],
  topo: [
    [
      "#E7F1FE",
      "#D6E7FB",
      "#FFFFFF",
      "#BCD8F4",
      "#A2CBEB",
      "#86BFDD",
      "#1F5FA8",
      "#2F74B8",
      "#40DDA9",
    ],
    [
      "#DFF6EE",
      "#CDEFE4",
      "#FFFFFF",
      "#B3E4D8",
      "#98D6CB",
      "#7CC5C0",
      "#0F6B6B",
      "#2C8A85",
      "#37CAE7",
    ],
  ],
};

/* ---------- shared pieces ---------- */
function sky(r, c, { sun = true, x, y, size } = {}) {
  const sx = x ?? between(r, 400, 660),
    sy = y ?? between(r, 96, 178),
    s = size ?? between(r, 26, 46);
  let out = `<rect width="${W}" height="${H}" fill="${c[0]}"/>`;
  const ring = blob(r, sx, sy, 1, 0.92, 0.06);
  [330, 236, 154, 88].forEach((k) => {
    out += fill(ring(k), c[1], ' opacity=".55"');
  });
  return sun ? out + fill(disc(sx, sy, s), c[2]) : out;
}
function ranges(r, c, thumb) {
  const alpine = r() < 0.45,
    a = alpine ? peaks(r, between(r, 52, 74), 120) : peaks(r, between(r, 22, 40)),
    b = wave(r, between(r, 22, 42), between(r, 0.6, 1.1)),
    up = between(r, -26, 18);
  const f1 = (x) => 236 + up + a(x),
    f2 = (x) => 302 + up * 0.4 + b(x);
  return (
    land(f1, c[3], 25) +
    (thumb ? "" : contours(f1, 236 + up, c[1], 4, 17, { o: 0.6 })) +
    land(f2, c[4]) +
    (thumb ? "" : contours(f2, 302 + up * 0.4, c[7], 4, 13, { o: 0.4 }))
  );
}
function trees(r, f, color, count, smin, smax, x0 = 0, x1 = W, conifer = 0.5) {
  let d = "";
  for (let i = 0; i < count; i++) {
    const x = x0 + ((i + between(r, 0.1, 0.9)) / count) * (x1 - x0),
      s = between(r, smin, smax),
      y = f(x) + 3;
    d +=
      r() < conifer
        ? `M${n(x)} ${n(y - s)}L${n(x + s * 0.27)} ${n(y)}H${n(x - s * 0.27)}Z`
        : `M${n(x)} ${n(y)}C${n(x - s * 0.44)} ${n(y - s * 0.1)} ${n(x - s * 0.34)} ${n(y - s * 0.86)} ${n(x)} ${n(y - s)}C${n(x + s * 0.34)} ${n(y - s * 0.86)} ${n(x + s * 0.44)} ${n(y - s * 0.1)} ${n(x)} ${n(y)}Z`;
  }
  return fill(d, color);
}

/* ---------- one scene per family ---------- */
const scenes = {
  forest(r, c, t) {
    const con = pick(r, [0.05, 0.25, 0.85, 1]);
    const w3 = wave(r, 30, 0.8),
      w4 = wave(r, 26, 0.7),
      f3 = (x) => 352 + w3(x),
      f4 = (x) => 428 + w4(x);
    return (
      sky(r, c) +
      ranges(r, c, t) +
      trees(r, (x) => f3(x) + 6, c[5], t ? 20 : 54, t ? 40 : 26, t ? 70 : 48, 0, W, con) +
      land(f3, c[5]) +
      (t ? "" : contours(f3, 352, c[7], 6, 11, { o: 0.3 })) +
      trees(r, (x) => f4(x) + 8, c[6], t ? 12 : 30, t ? 70 : 40, t ? 110 : 82, 0, W, con) +
      land(f4, c[6]) +
      (t
        ? ""
        : contours(f4, 428, c[7], 5, 12, { o: 0.22 }) +
          trees(r, (x) => f4(x) + 62, c[8], 22, 44, 74, 0, W, con))
    );
  },
  wetland(r, c, t) {
    const w3 = wave(r, 12, 0.7),
      f3 = (x) => 318 + w3(x),
      ph = r() * 6,
      drift = between(r, -110, 110);
    const mid = (y) =>
        400 + drift * ((y - 318) / 190) + Math.sin((y - 300) / 38 + ph) * (16 + (y - 318) * 0.75),
      half = (y) => 7 + Math.max(0, y - 318) ** 1.32 * 0.105;
    const bank = (k, off) => {
      let d = "";
      for (let y = 318; y <= 506; y += 8)
        d += `${d ? "L" : "M"}${n(mid(y) + k * (half(y) + off * (0.25 + (y - 318) / 150)))} ${y}`;
      return d;
    };
    let river = bank(-1, 0),
      back = "";
    for (let y = 506; y >= 318; y -= 8) back += `L${n(mid(y) + half(y))} ${y}`;
    let out = sky(r, c) + ranges(r, c, t) + land(f3, c[5]) + fill(river + back + "Z", c[8]);
    if (!t) {
      out += [14, 30, 48, 68, 92]
        .map((o, i) =>
          stroke(bank(-1, o) + bank(1, o), c[7], 1.3, ` opacity="${n(0.5 - i * 0.07)}"`),
        )
        .join("");
      let rip = "";
      for (let i = 0; i < 16; i++) {
        const y = between(r, 350, 494),
          w = between(r, 10, 16 + (y - 318) * 0.18),
          x = mid(y) + between(r, -0.55, 0.55) * half(y);
        rip += `M${n(x - w / 2)} ${n(y)}h${n(w)}`;
      }
      out += stroke(rip, "#FFFFFF", 1.6, ' opacity=".75" stroke-linecap="round"');
    }
    const clump = (x, y, s) => {
      const m = 3 + Math.floor(r() * 3);
      let d = "";
      for (let i = 0; i < m; i++) {
        const q = s * between(r, 0.3, 0.46),
          cx = x + (i - (m - 1) / 2) * s * 0.5;
        d += `M${n(cx - q)} ${n(y)}A${n(q)} ${n(q * between(r, 1, 1.4))} 0 0 1 ${n(cx + q)} ${n(y)}Z`;
      }
      return (
        fill(
          disc(x, y, 1) + rect(x - s * m * 0.28, y, s * m * 0.56, s * 0.1),
          c[7],
          ' opacity=".35"',
        ) + fill(d, c[6])
      );
    };
    const count = t ? 7 : 26;
    for (let i = 0; i < count; i++) {
      const y = 334 + ((i + r()) / count) * 160,
        side = r() < 0.5 ? 1 : -1;
      out += clump(
        mid(y) + side * (half(y) + between(r, 40, 330)),
        y,
        (t ? 40 : 15) + (y - 330) * (t ? 0.3 : 0.17),
      );
    }
    return out;
  },
  field(r, c, t, kind) {
    const ph = r() * 6,
      bands = t ? 7 : 13,
      amp = between(r, 22, 36),
      skew = between(r, -0.12, 0.12),
      w = wave(r, amp, 0.75);
    const tones =
      kind === "rice"
        ? [c[5], "#9ED9EE", c[4], "#C9EDF5", c[6]]
        : kind === "grass"
          ? [c[4], c[5], c[4], c[8], c[5]]
          : [c[4], c[8], c[5], c[3], c[6]];
    let out =
        sky(r, c) +
        land(
          (
            (a) => (x) =>
              240 + a(x)
          )(peaks(r, 40)),
          c[3],
          20,
        ) +
        land(
          (
            (a) => (x) =>
              288 + a(x)
          )(wave(r, 26)),
          c[4],
        ),
      y = 318;
    for (let k = 0; k < bands; k++) {
      const yy = y,
        kk = k,
        f = (x) =>
          yy + w(x + kk * 16) * (1 + kk * 0.05) + (x - 400) * skew + 5 * Math.sin(x / 60 + kk + ph);
      out +=
        land(f, tones[k % tones.length]) + stroke(line(f), c[7], t ? 3 : 1.5, ' opacity=".65"');
      if (!t && kind !== "rice" && k % 2) {
        let d = "";
        for (let x = -20; x < W + 20; x += 17)
          d += `M${n(x)} ${n(f(x) + 7)}l${n(3 + skew * 20)} ${n(7 + k * 0.5)}`;
        out += stroke(d, c[6], 1.2, ' opacity=".4"');
      }
      y += (t ? 26 : 11.5) + k * (t ? 3 : 1.05);
    }
    return (
      out +
      (t
        ? ""
        : trees(
            r,
            (x) => 290 + 0 * x,
            c[6],
            9,
            18,
            32,
            between(r, 60, 200),
            between(r, 330, 520),
            0.2,
          ))
    );
  },
  wind(r, c, t) {
    const w3 = wave(r, 26, 0.8),
      w4 = wave(r, 22, 0.7),
      f3 = (x) => 362 + w3(x),
      f4 = (x) => 440 + w4(x);
    const mill = (x, y, s, col) => {
      const a = r() * 120;
      let d = "";
      for (let i = 0; i < 3; i++) {
        const th = ((a + i * 120) * Math.PI) / 180,
          cx = Math.cos(th),
          cy = Math.sin(th),
          px = -cy,
          py = cx;
        d += `M${n(x)} ${n(y - s)}L${n(x + cx * s * 0.2 + px * s * 0.045)} ${n(y - s + cy * s * 0.2 + py * s * 0.045)}L${n(x + cx * s * 0.62)} ${n(y - s + cy * s * 0.62)}Z`;
      }
      return fill(
        `M${n(x - s * 0.022)} ${n(y)}L${n(x - s * 0.009)} ${n(y - s)}h${n(s * 0.018)}L${n(x + s * 0.022)} ${n(y)}Z${d}${disc(x, y - s, s * 0.032)}`,
        col,
      );
    };
    let out = sky(r, c) + ranges(r, c, t);
    const far = t ? 0 : 5;
    for (let i = 0; i < far; i++) {
      const x = 70 + i * 155 + between(r, -36, 36);
      out += mill(x, f3(x) + 4, between(r, 78, 98), c[1]);
    }
    out += land(f3, c[5]) + (t ? "" : contours(f3, 362, c[7], 5, 11, { o: 0.35 }));
    const near = t ? 2 : 3;
    const x0 = between(r, 150, 240);
    for (let i = 0; i < near; i++) {
      const x = x0 + i * between(r, 190, 235);
      out += mill(x, f4(x) + 6, between(r, t ? 250 : 180, t ? 280 : 236), c[8]);
    }
    return out + land(f4, c[6]) + (t ? "" : contours(f4, 440, c[7], 4, 12, { o: 0.22 }));
  },
  solar(r, c, t) {
    const hor = 318,
      w3 = wave(r, 8, 0.6),
      vx = between(r, 280, 520),
      vy = 268,
      col = t ? 150 : 74,
      sc = (y) => (y - vy) / 100;
    let out =
        sky(r, c, { size: between(r, 50, 78), x: between(r, 420, 640), y: between(r, 140, 196) }) +
        ranges(r, c, t) +
        land((x) => hor + w3(x), c[5]),
      y = hor + 16,
      d = "",
      g = "";
    for (let i = 0; y < H; i++) {
      const h = (t ? 22 : 8) * 1.34 ** i,
        yb = y + h,
        a = sc(y),
        b = sc(yb),
        m = Math.ceil(W / (col * a)) + 2;
      for (let k = -m; k < m; k += 4) {
        const x = (q, z) => n(vx + q * col * z);
        if (vx + (k + 4) * col * b < -60 && vx + (k + 4) * col * a < -60) continue;
        if (vx + k * col * b > W + 60 && vx + k * col * a > W + 60) continue;
        d += `M${x(k + 0.12, b)} ${n(yb)}L${x(k + 0.12, a)} ${n(y)}L${x(k + 3.88, a)} ${n(y)}L${x(k + 3.88, b)} ${n(yb)}Z`;
        if (!t) {
          const z = sc(y + h / 2);
          g += `M${x(k + 0.12, z)} ${n(y + h / 2)}L${x(k + 3.88, z)} ${n(y + h / 2)}`;
          for (let e = 1; e < 4; e++) g += `M${x(k + e, b)} ${n(yb)}L${x(k + e, a)} ${n(y)}`;
        }
      }
      y = yb + h * 0.34;
    }
    return out + fill(d, c[6]) + (t ? "" : stroke(g, c[8], 1.2, ' opacity=".8"'));
  },
  water(r, c, t, kind) {
    const lines = t ? 8 : 24,
      ph = r() * 6,
      tilt = between(r, 60, 130) * pick(r, [-1, 1]);
    let out = sky(r, c) + ranges(r, c, t);
    const w3 = wave(r, 22, 0.7),
      f3 = (x) => 350 + w3(x) + ((x - 400) / 400) * tilt * 0.35;
    out += land(f3, c[5]);
    for (let k = 0; k < lines; k++) {
      const u = k / lines,
        dy = u ** 1.25 * 190;
      const f = (x) =>
        f3(x) + 8 + dy + (8 + 26 * u) * Math.sin(x / (92 + 40 * u) + ph + k * 0.22) * 0.6;
      if (k === Math.floor(lines * 0.42)) out += land(f, c[6]);
      out += stroke(
        line(f, 32),
        k % 5 === 2 ? c[8] : c[7],
        t ? 4 : k % 5 === 2 ? 2.4 : 1.3,
        ` opacity="${n(k % 5 === 2 ? 0.95 : 0.5)}"`,
      );
    }
    if (kind === "steam") {
      let d = "";
      for (let i = 0; i < (t ? 2 : 4); i++) {
        const x = 250 + i * 88 + between(r, -20, 20),
          s = between(r, 0.8, 1.2);
        d += `M${n(x)} 352C${n(x - 40 * s)} 300 ${n(x + 44 * s)} 262 ${n(x - 6)} 214S${n(x + 34 * s)} 140 ${n(x + 10)} 112`;
      }
      out += stroke(d, "#FFFFFF", t ? 12 : 7, ' opacity=".85" stroke-linecap="round"');
    }
    if (kind === "well") {
      const x = between(r, 330, 470);
      let d = "";
      [34, 62, 96, 136].forEach((k) => {
        d += blob(r, x, 428, 1, 0.42, 0.03)(k);
      });
      out +=
        stroke(d, "#FFFFFF", t ? 5 : 2.2, ' opacity=".9"') +
        fill(blob(r, x, 428, 1, 0.42, 0.03)(18), c[8]);
      const dy = 372,
        s = t ? 74 : 52;
      out += fill(
        `M${n(x)} ${n(dy - s * 1.5)}C${n(x + s * 0.9)} ${n(dy - s * 0.3)} ${n(x + s * 0.55)} ${n(dy + s * 0.22)} ${n(x)} ${n(dy + s * 0.22)}S${n(x - s * 0.9)} ${n(dy - s * 0.3)} ${n(x)} ${n(dy - s * 1.5)}Z`,
        "#FFFFFF",
      );
    }
    return out;
  },
  home(r, c, t, kind) {
    const w3 = wave(r, 20, 0.8),
      w4 = wave(r, 18, 0.7),
      f3 = (x) => 350 + w3(x),
      f4 = (x) => 432 + w4(x);
    const house = (x, y, s, roof) =>
      fill(rect(x - s * 0.5, y - s * 0.56, s, s * 0.62), c[7]) +
      fill(
        `M${n(x - s * 0.66)} ${n(y - s * 0.54)}L${n(x)} ${n(y - s * 1.02)}L${n(x + s * 0.66)} ${n(y - s * 0.54)}Z`,
        roof,
      ) +
      fill(rect(x - s * 0.1, y - s * 0.34, s * 0.22, s * 0.4), c[6]);
    const dome = (x, y, s) =>
      fill(`M${n(x - s)} ${n(y)}A${n(s)} ${n(s * 0.78)} 0 0 1 ${n(x + s)} ${n(y)}Z`, c[7]) +
      (t
        ? ""
        : stroke(
            `M${n(x - s * 0.5)} ${n(y)}Q${n(x - s * 0.42)} ${n(y - s * 0.6)} ${n(x)} ${n(y - s * 0.78)}Q${n(x + s * 0.42)} ${n(y - s * 0.6)} ${n(x + s * 0.5)} ${n(y)}M${n(x)} ${n(y)}V${n(y - s * 0.78)}`,
            c[8],
            1.6,
          ));
    const smoke = (x, y, s) =>
      stroke(
        `M${n(x)} ${n(y)}c${n(-14 * s)} ${n(-22 * s)} ${n(16 * s)} ${n(-36 * s)} 0 ${n(-60 * s)}s${n(14 * s)} ${n(-34 * s)} ${n(4 * s)} ${n(-56 * s)}`,
        "#FFFFFF",
        t ? 7 : 3,
        ' opacity=".9" stroke-linecap="round"',
      );
    let out =
      sky(r, c, { size: between(r, 44, 60) }) +
      ranges(r, c, t) +
      land(f3, c[5]) +
      (t
        ? ""
        : contours(f3, 350, c[7], 5, 12, { o: 0.35 }) +
          trees(r, f3, c[6], 9, 22, 40, between(r, 20, 120), between(r, 300, 420), 0.1));
    const count = t ? 2 : 6;
    for (let i = 0; i < count; i++) {
      const x = (t ? 270 : 150) + i * (t ? 230 : 96) + between(r, -22, 22),
        s = (t ? 120 : 44) * between(r, 0.9, 1.2),
        y = f3(x) + (t ? 40 : 14) + (i % 3) * 12;
      out +=
        kind === "dome" && i % 2
          ? dome(x, y, s * 0.7)
          : house(x, y, s, c[8]) +
            (kind === "stove" && i % 2 === 0 ? smoke(x + s * 0.2, y - s, s / 46) : "");
    }
    return out + land(f4, c[6]) + (t ? "" : contours(f4, 432, c[7], 5, 11, { o: 0.2 }));
  },
  gas(r, c, t, kind) {
    const cx = between(r, 330, 450),
      sp = between(r, 185, 235),
      ht = between(r, 140, 180),
      w4 = wave(r, 14, 0.7),
      f4 = (x) => 436 + w4(x),
      mound = (k) => (x) =>
        436 -
        ht * (1 - k * 0.14) * Math.exp(-(((x - cx) / (sp - k * 3)) ** 2)) +
        3 * Math.sin(x / 40 + k * 0.4);
    let out =
      sky(r, c) +
      ranges(r, c, t) +
      land(mound(0), c[5]) +
      stroke(
        [1, 2, 3, 4, 5, 6]
          .slice(0, t ? 3 : 6)
          .map((k) => line(mound(k), 40))
          .join(""),
        c[7],
        t ? 3 : 1.3,
        ' opacity=".4"',
      );
    const wells = t ? 3 : 7,
      bx = cx + sp * 1.18,
      by = f4(bx) + 4,
      b = t ? 2 : 1;
    let posts = "",
      caps = "",
      main = "";
    for (let i = 0; i < wells; i++) {
      const x = cx + ((i - (wells - 1) / 2) / wells) * sp * 2.2 + between(r, -6, 6),
        y = mound(0)(x),
        h = (t ? 46 : 24) + between(r, -3, 5);
      posts += `M${n(x)} ${n(y + 6)}V${n(y - h)}`;
      caps += disc(x, y - h, t ? 11 : 5);
      main += `M${n(x)} ${n(y + 4)}`;
      const q = mound(2.6);
      main += `L${n(x)} ${n(q(x))}`;
      for (let z = x; z < bx; z += 24) main += `L${n(z)} ${n(q(z))}`;
      main += `L${n(bx)} ${n(by - 12)}`;
    }
    out +=
      stroke(main, c[8], t ? 6 : 2.6, ' stroke-linejoin="round"') +
      stroke(posts, c[6], t ? 8 : 4) +
      fill(caps, c[8]);
    out +=
      fill(rect(bx - 34 * b, by - 34 * b, 74 * b, 40 * b), c[7]) +
      fill(
        rect(bx - 22 * b, by - 22 * b, 12 * b, 12 * b) +
          rect(bx - 2 * b, by - 22 * b, 12 * b, 12 * b) +
          rect(bx + 18 * b, by - 22 * b, 12 * b, 12 * b),
        c[5],
      ) +
      fill(rect(bx + 22 * b, by - 62 * b, 8 * b, 30 * b), c[7]);
    out += land(f4, c[6]) + (t ? "" : contours(f4, 436, c[7], 5, 11, { o: 0.25 }));
    if (kind === "mine" && !t) {
      let z = "";
      for (let i = 0; i < 6; i++)
        z += rect(60 + i * 122 + between(r, -20, 20), 458 + (i % 2) * 14, between(r, 60, 110), 5);
      out += fill(z, c[8], ' opacity=".55"');
    }
    return out;
  },
  lattice(r, c, t) {
    const s = t ? 62 : 34,
      hx = s * Math.sqrt(3),
      cx = between(r, 340, 460),
      cy = between(r, 225, 275);
    let out = `<rect width="${W}" height="${H}" fill="${c[0]}"/>`;
    const ring = blob(r, cx, cy, 1, 0.8, 0.12);
    [420, 330, 240, 150].forEach((k) => {
      out += fill(ring(k), c[1], ' opacity=".5"');
    });
    const hex = (x, y, q) => {
      let d = "";
      for (let i = 0; i < 6; i++) {
        const a = (Math.PI / 3) * i + Math.PI / 6;
        d += `${i ? "L" : "M"}${n(x + Math.cos(a) * q)} ${n(y + Math.sin(a) * q)}`;
      }
      return d + "Z";
    };
    const g = { a: "", b: "", c: "", d: "", dot: "" };
    for (let row = -1; row < H / (s * 1.5) + 1; row++)
      for (let col = -1; col < W / hx + 1; col++) {
        const x = col * hx + (row % 2 ? hx / 2 : 0),
          y = row * s * 1.5,
          dist = Math.hypot((x - cx) / 1.35, y - cy) / 300,
          v = r();
        if (dist > 0.98 + v * 0.25) {
          g.a += hex(x, y, s * 0.96);
          continue;
        }
        const k = v - dist * 0.62;
        if (k > 0.62) g.d += hex(x, y, s * 0.9);
        else if (k > 0.3) g.c += hex(x, y, s * 0.9);
        else if (k > 0.02) g.b += hex(x, y, s * 0.9);
        else g.a += hex(x, y, s * 0.96);
        if (k > 0.8) g.dot += disc(x, y, s * 0.34);
      }
    const w4 = wave(r, 18, 0.7),
      f4 = (x) => 446 + w4(x);
    return (
      out +
      stroke(g.a, c[3], t ? 3 : 1.2, ' opacity=".7"') +
      fill(g.b, c[3]) +
      fill(g.c, c[4]) +
      fill(g.d, c[5]) +
      fill(g.dot, c[8]) +
      land(f4, c[6]) +
      (t ? "" : contours(f4, 446, c[7], 4, 12, { o: 0.3 }))
    );
  },
  strata(r, c, t, kind) {
    const top = 268,
      w = wave(r, 14, 0.8),
      fault = between(r, 520, 640),
      slip = between(r, 16, 30),
      f = (y, k) => (x) =>
        y + w(x + k * 30) * (1 + k * 0.25) + (x > fault + (y - 300) * 0.35 ? slip : 0);
    const cols = [c[4], c[5], "#54708C", c[5], c[6], "#101F38"];
    let out =
      sky(r, c) +
      land(
        (
          (a) => (x) =>
            236 + a(x)
        )(peaks(r, 40)),
        c[3],
        20,
      );
    const ys = [top, 304, 338, 372, 412, 462];
    ys.forEach((y, k) => {
      out += land(f(y, k), kind === "soil" && k === 0 ? "#4E9A7C" : cols[k], 20);
      if (!t)
        for (let m = 1; m < 3; m++)
          out += stroke(line(f(y + m * 12, k), 20), c[7], 1.1, ' opacity=".22"');
    });
    const x = between(r, 300, 420),
      g = f(top, 0);
    if (kind === "soil") {
      out += trees(
        r,
        (q) => g(q) + 2,
        "#2F7C63",
        t ? 7 : 24,
        t ? 44 : 20,
        t ? 70 : 42,
        30,
        770,
        0.05,
      );
      let d = "",
        e = "";
      for (let i = 0; i < (t ? 18 : 110); i++) {
        const px = between(r, -10, 800),
          v = r() ** 1.9,
          py = g(px) + 24 + v * 150,
          q = (t ? 15 : 7.5) * (1.15 - v * 0.6) * between(r, 0.7, 1.3),
          m = `M${n(px)} ${n(py)}l${n(q * 1.2)} ${n(-q * 0.4)}l${n(q * 0.4)} ${n(q * 0.8)}l${n(-q)} ${n(q * 0.5)}Z`;
        if (i % 7) d += m;
        else e += m;
      }
      return out + fill(d, "#0B1830", ' opacity=".8"') + fill(e, c[8], ' opacity=".9"');
    }
    const y0 = g(x),
      plume = blob(r, x + 20, 424, 1, 0.36, 0.14);
    [200, 150, 102, 58].forEach((k, i) => {
      out += fill(plume(k), c[8], ` opacity="${n(0.16 + i * 0.16)}"`);
    });
    out += stroke(`M${n(x)} ${n(y0)}V422`, "#FFFFFF", t ? 7 : 3);
    const b = t ? 1.9 : 1,
      bw = 172 * b,
      bh = 44 * b,
      bx = x - 36 * b,
      by = Math.min(g(bx), g(bx + bw / 2), g(bx + bw)) - 10 * b;
    let fan = "",
      hub = "",
      leg = "";
    for (let i = 0; i < 4; i++) {
      const q = bx + (22 + i * 42.6) * b;
      fan += disc(q, by - bh / 2, 16 * b);
      hub += disc(q, by - bh / 2, 5 * b);
      leg += `M${n(q)} ${n(by - 2)}V${n(g(q) + 4)}`;
    }
    out += stroke(leg, "#FFFFFF", t ? 8 : 4) + fill(rect(bx, by - bh, bw, bh), "#FFFFFF");
    return out + fill(fan, c[5]) + fill(hub, c[8]);
  },
  route(r, c, t) {
    const hills = [0, 1, 2, 3].map((i) =>
      blob(r, 90 + i * 210 + between(r, -40, 40), between(r, 90, 420), 1, 0.74, 0.18),
    );
    let out = `<rect width="${W}" height="${H}" fill="${c[0]}"/>`;
    for (let k = 0; k < 6; k++) {
      const d = hills.map((b) => b(230 - k * 38)).join("");
      out += stroke(d, c[3], 2.4) + fill(d, mix(c[0], c[3], k / 7));
    }
    const pts = [];
    for (let i = 0; i < 6; i++)
      pts.push([90 + i * 125 + between(r, -24, 24), between(r, 130, 390)]);
    const road = (o) => {
      let d = `M-10 ${n(pts[0][1] + o)}`;
      pts.forEach((p, i) => {
        const q = i ? pts[i - 1] : [-10, p[1]];
        const mx = (q[0] + p[0]) / 2;
        d += `C${n(mx)} ${n(q[1] + o)} ${n(mx)} ${n(p[1] + o)} ${n(p[0])} ${n(p[1] + o)}`;
      });
      return d + `C${n(W - 40)} ${n(pts[5][1] + o)} ${W - 20} 250 ${W + 10} ${n(240 + o)}`;
    };
    out +=
      stroke(road(0), c[5], t ? 34 : 20) +
      stroke(road(0), c[7], t ? 5 : 2.2, ' stroke-dasharray="16 14"') +
      stroke(road(64), c[4], t ? 14 : 7) +
      stroke(road(-70), c[4], t ? 8 : 4);
    pts.forEach((p, i) => {
      out +=
        fill(disc(p[0], p[1], t ? 30 : 17), c[6]) +
        fill(disc(p[0], p[1], t ? 16 : 8), i % 2 ? c[7] : c[8]);
    });
    return out;
  },
  topo(r, c, t) {
    const levels = t ? 5 : 9,
      hills = [];
    for (let i = 0; i < 5; i++)
      hills.push([
        blob(
          r,
          60 + i * 175 + between(r, -50, 50),
          between(r, 110, 400),
          1,
          between(r, 0.6, 0.85),
          0.2,
        ),
        between(r, 170, 300),
      ]);
    let out = `<rect width="${W}" height="${H}" fill="${c[0]}"/>`;
    for (let k = 0; k < levels; k++) {
      const d = hills.map(([b, q]) => b(q * (1 - (k / levels) * 0.94))).join("");
      out +=
        stroke(d, c[6], t ? 8 : k % 4 === 0 ? 4.4 : 2.4) +
        fill(d, mix(c[0], c[5], k / (levels - 1)));
    }
    return out;
  },
};

/* ---------- project type -> scene ---------- */
const MAP = [
  [/mangrove|blue carbon|wetland|peat|seagrass|tidal/, "wetland"],
  [/\bredd|forest|\btrees?\b|woodland|\barr\b/, "forest"],
  [/biochar|soil application|enhanced weathering|rock weathering/, "strata", "soil"],
  [
    /direct air|\bdac\b|beccs|carbon capture|mineral|concrete|\bcement|(carbon|geolog\w+) storage|enhanced oil|oil & gas wells/,
    "strata",
  ],
  [/rice|irrigation/, "field", "rice"],
  [/grassland|grazing|rangeland|savanna/, "field", "grass"],
  [/manure|biodigester|biogas/, "home", "dome"],
  [/agricultur|nitrogen management|feed additive|compost|biomass|crop|soil/, "field"],
  [/\bwind\b/, "wind"],
  [/solar/, "solar"],
  [/geotherm/, "water", "steam"],
  [/clean water|borehole|safe water|water purif/, "water", "well"],
  [/hydro|run-of-river|re bundled|shipping|ocean/, "water"],
  [/cookstove|stove|household|lighting|weatheriz|brick/, "home", "stove"],
  [/mine methane|coal mine/, "gas", "mine"],
  [/landfill|methane|waste|wastewater|incinerat|recycl|leak detection|natural gas/, "gas"],
  [
    /hfc|ozone|\bods\b|refrigerant|n2o|sf6|adipic|nitric|propylene|pneumatic|smelter|substitution|chemical/,
    "lattice",
  ],
  [
    /vehicle|transit|truck|fleet|bicycle|transport|road|campus|efficien|grid|energy|fuel|heat/,
    "route",
  ],
];
export function coverFamily(type) {
  const s = String(type ?? "").toLowerCase();
  const hit = MAP.find(([re]) => re.test(s));
  return hit ? { scene: hit[1], kind: hit[2] } : { scene: "topo" };
}
export function coverArt({ seed, type, detail = "full" }) {
  const { scene, kind } = coverFamily(type),
    r = rng(`${seed}|${scene}`),
    c = pick(r, P[scene]),
    flip = r() < 0.5,
    art = scenes[scene](r, c, detail === "thumb", kind);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMid slice">${flip ? `<g transform="matrix(-1 0 0 1 ${W} 0)">${art}</g>` : art}</svg>`;
}
export const COVER_SCENES = Object.keys(scenes);

/** Large layered landscape for the blank layout (authentication, error, success and expired screens). viewBox 0 0 1000 1000. */
export function landscapeArt({ seed }) {
  const r = rng(seed),
    S = 1000,
    depth = 8,
    sx = between(r, 560, 690),
    sy = between(r, 250, 300),
    ring = blob(r, sx, sy, 1, 0.94, 0.05);
  const path = (f, step) => {
    let d = `M${-step} ${n(f(-step))}`;
    for (let x = 0; x <= S + step; x += step)
      d += `Q${n(x - step / 2)} ${n(f(x - step / 2))} ${n(x)} ${n(f(x))}`;
    return d;
  };
  let out = `<rect width="${S}" height="${S}" fill="#E3EFFD"/>`;
  [560, 430, 310, 205, 120].forEach((k) => {
    out += fill(ring(k), "#FFFFFF", ' opacity=".26"');
  });
  out += fill(disc(sx, sy, 46), "#FFF9E6");
  const tones = [
    "#C9DDF6",
    "#A9CBEC",
    "#86B7DC",
    "#64A5C6",
    "#3F93A6",
    "#1F7F84",
    "#0E6166",
    "#0B4450",
  ];
  for (let k = 0; k < depth; k++) {
    const u = k / (depth - 1),
      base = 390 + 520 * u ** 1.12,
      amp = 62 - 26 * u,
      alp = k < 4 ? peaks(r, amp * 0.9, 120 - k * 10) : null,
      w = wave(r, amp * 0.8, 0.75),
      tilt = between(r, -0.05, 0.05);
    const f = (x) => base + (alp ? alp(x * 0.8) * 0.62 + w(x) * 0.5 : w(x)) + (x - 500) * tilt;
    if (k > 3) {
      let d = "";
      const m = 150 - k * 9;
      for (let i = 0; i < m; i++) {
        const x = ((i + r()) / m) * S,
          s = (9 + k * 2.6) * between(r, 0.7, 1.35);
        if (Math.sin(x / 63 + k * 2) + r() * 0.9 > 0.1)
          d += `M${n(x)} ${n(f(x) - s)}l${n(s * 0.26)} ${n(s * 1.1)}h${n(-s * 0.52)}Z`;
      }
      out += fill(d, tones[k]);
    }
    out += `<path d="${path(f, 20)}V${S + 5}H-20Z" fill="${tones[k]}"/>`;
    let d = "",
      y = 11;
    for (let j = 1; j < 9; j++) {
      const t = j / 11,
        dy = y;
      d += path((x) => (f(x) - base) * (1 - t) + base + dy + 2.5 * Math.sin(x / 70 + j), 40);
      y += 9 * 1.14 ** j;
    }
    out += stroke(d, k < 4 ? "#FFFFFF" : "#D8FCED", 1, ` opacity="${n(k < 4 ? 0.42 : 0.2)}"`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${S} ${S}" preserveAspectRatio="xMidYMid slice">${out}</svg>`;
}
