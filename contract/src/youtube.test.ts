import { expect, test } from "vitest";
import { youtubeVideoId } from "./youtube.ts";

const id = "dQw4w9WgXcQ";

test.each([
  id,
  `https://www.youtube.com/watch?v=${id}`,
  `http://youtube.com/watch?feature=share&v=${id}&t=42s`,
  `https://m.youtube.com/watch?v=${id}`,
  `youtu.be/${id}?si=abc`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
  `https://youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `  www.youtube.com/watch?v=${id} `,
])("the video is found in %s", (text) => {
  expect(youtubeVideoId(text)).toBe(id);
});

test.each([
  "",
  "https://vimeo.com/76979871",
  `https://evil.example/watch?v=${id}`,
  `https://youtube.com.evil.example/watch?v=${id}`,
  "https://www.youtube.com/@channel",
  "https://www.youtube.com/watch?v=short",
  "not an address",
])("there is no video in %s", (text) => {
  expect(youtubeVideoId(text)).toBeUndefined();
});
