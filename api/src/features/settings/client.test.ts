import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { createSettings } from "./settings.service.ts";

let server: TestApp;
beforeAll(async () => (server = await testApp()));
afterAll(() => server.close());

test("anyone can read what the pages need; without configuration no external service is named", async () => {
  const { status, body } = await server.call(undefined, "GET", "/client-settings");
  expect(status).toBe(200);
  expect(body).toEqual({
    environment: "local",
    release: "1.146.1",
    sentryDsn: null,
    flags: { apiUrl: "/flags-api/v1/", environmentKey: "own" },
    contactFormUrl: null,
    embedHosts: ["www.youtube-nocookie.com", "www.openstreetmap.org"],
    meetingUrl: null,
    demonstration: false,
    timeZone: "Europe/Berlin",
    paymentDays: 14,
    sharesByLink: false,
    brand: { name: "Tonneline", logoUrl: null },
    links: {
      companySite: "https://tonneline.example",
      privacy: "/legal/privacy-policy.pdf",
      terms: "/legal/terms-of-service.pdf",
      salesTerms: "/legal/sales-terms.pdf",
    },
  });
});

test("Pages state that this is a demonstration while buyers see demonstration projects", async () => {
  const isDemonstration = async () =>
    (await server.call(undefined, "GET", "/client-settings")).body.demonstration;
  const { id } = await aProject(server.db);
  expect(await isDemonstration()).toBe(false);
  const change = (values: { demonstration?: boolean; hidden?: boolean }) =>
    server.db.updateTable("projects").set(values).where("id", "=", id).execute();
  await change({ demonstration: true });
  expect(await isDemonstration()).toBe(true);
  await change({ hidden: true });
  expect(await isDemonstration()).toBe(false);
});

test("Settings that could not be read are read again", async () => {
  const settings = createSettings(server.db, 30);
  await sql`alter table settings rename to away`.execute(server.db);
  await expect(settings.current()).rejects.toThrow("settings");
  await sql`alter table away rename to settings`.execute(server.db);
  expect((await settings.current()).brand.name).toBe("Tonneline");
});
