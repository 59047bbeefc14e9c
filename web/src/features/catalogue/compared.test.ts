import { expect, test, vi } from "vitest";
import { tokenFor } from "../../test/tokens.ts";

/** Returns the list that a freshly loaded page finds in this tab. */
async function listOf(username: string) {
  vi.resetModules();
  const { storeTokens } = await import("../../lib/session.ts");
  storeTokens({ authToken: tokenFor({ username }), refreshToken: "refresh" });
  const { setCompared, useComparedList } = await import("./compared.ts");
  return { setCompared, list: useComparedList.getState().list };
}

test("the ticked list survives a reload of the tab, and is not shown to another user there", async () => {
  const ticked = { projectId: 7, name: "Kuamut", vintageId: 70 };
  const { setCompared } = await listOf("ilse@brennvik.example");
  setCompared([ticked, { projectId: 8, name: "Phlogiston", vintageId: undefined }]);

  expect((await listOf("ilse@brennvik.example")).list).toEqual([ticked]);
  expect((await listOf("somebody@else.example")).list).toEqual([]);
  expect((await listOf("ilse@brennvik.example")).list).toEqual([ticked]);
});
