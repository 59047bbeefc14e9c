import { expect, test } from "vitest";
import { createWrites } from "./cart.writes.ts";

/** A server whose responses the test triggers. */
function slowServer() {
  const sent: { value: number; answer: (result?: Error) => void }[] = [];
  const send = (value: number) => () =>
    new Promise<number>((resolve, reject) => {
      sent.push({ value, answer: (result) => (result ? reject(result) : resolve(value)) });
    });
  return { sent, send };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

test("of several rapid changes to one row the first and the last are sent, in sequence", async () => {
  const { sent, send } = slowServer();
  const writes = createWrites<number>();

  const outcomes = [1, 2, 3].map((value) => writes.write("a", send(value)));
  expect(sent.map(({ value }) => value)).toEqual([1]);
  sent[0]!.answer();
  await turn();
  expect(sent.map(({ value }) => value)).toEqual([1, 3]);
  sent[1]!.answer();

  expect(await Promise.all(outcomes)).toEqual([{ answer: 1 }, "superseded", { answer: 3 }]);
});

test("writes of two rows are sent in sequence, so that responses cannot overtake each other", async () => {
  const { sent, send } = slowServer();
  const writes = createWrites<number>();

  void writes.write("a", send(1));
  void writes.write("b", send(2));

  expect(sent.map(({ value }) => value)).toEqual([1]);
  expect(writes.pendingRows()).toEqual(new Set(["a", "b"]));
  sent[0]!.answer();
  await turn();
  expect(sent.map(({ value }) => value)).toEqual([1, 2]);
  expect(writes.pendingRows()).toEqual(new Set(["b"]));
  sent[1]!.answer();
  await turn();
  expect(writes.pendingRows()).toEqual(new Set());
});

test("a refused write that a newer one has superseded is not reported; the newer one is still sent", async () => {
  const { sent, send } = slowServer();
  const writes = createWrites<number>();

  const older = writes.write("a", send(900));
  const newer = writes.write("a", send(5));
  sent[0]!.answer(new Error("too many"));
  expect(await older).toBe("superseded");
  sent[1]!.answer();

  expect(await newer).toEqual({ answer: 5 });
});

test("a refused write is reported, and later ones are sent", async () => {
  const { sent, send } = slowServer();
  const writes = createWrites<number>();

  const refused = writes.write("a", send(1));
  const other = writes.write("b", send(2));
  sent[0]!.answer(new Error("too many"));

  await expect(refused).rejects.toThrow("too many");
  sent[1]!.answer();
  expect(await other).toEqual({ answer: 2 });
});

test("it is idle after the last response", async () => {
  const { sent, send } = slowServer();
  const writes = createWrites<number>();
  let idle = false;

  void writes.write("a", send(1));
  void writes.idle().then(() => (idle = true));
  await turn();
  expect(idle).toBe(false);
  sent[0]!.answer();
  await turn();

  expect(idle).toBe(true);
  await writes.idle();
});
