import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { hugeHeads } from "../../../test/builders/pictures.ts";
import { aProject } from "../../../test/builders/project.ts";
import { audited, runNews, upload } from "../../../test/operators.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
});
afterAll(() => t.close());

const at = (projectId: number, rest = "images") => `/management/projects/${projectId}/${rest}`;
const fetchImage = (url: string) => t.app.inject({ method: "GET", url });
const plain = (background = "#245") =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } });

/** A photo with red above blue, stored sideways like a phone does, with a location in its EXIF data. */
async function sidewaysPhoto(): Promise<Buffer> {
  const half = await sharp({
    create: { width: 1000, height: 1000, channels: 3, background: "#00f" },
  })
    .png()
    .toBuffer();
  return await sharp({ create: { width: 2000, height: 1000, channels: 3, background: "#f00" } })
    .composite([{ input: half, left: 1000, top: 0 }])
    .withExif({ IFD0: { Copyright: "secret place" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

async function anImage(projectId: number, bytes?: Buffer) {
  const file = { bytes: bytes ?? (await plain().png().toBuffer()), name: "view.png" };
  return (await upload(t, admin, at(projectId), file)).body;
}
const images = async (projectId: number) =>
  (await t.call(admin, "GET", at(projectId))).body.content;

describe("an uploaded photo", () => {
  test("is pending, then available in four sizes, upright and without its EXIF", async () => {
    const { id } = await aProject(t.db);
    const file = { bytes: await sidewaysPhoto(), name: "IMG_0001.JPG" };
    const sent = await upload(t, admin, at(id), file);
    expect(sent).toMatchObject({
      status: 201,
      body: { status: "PENDING", sizesReady: 0, urls: null, fileName: "IMG_0001.JPG" },
    });
    expect((await t.call(buyer, "GET", `/projects/${id}`)).body.images).toEqual([]);

    await runNews(t);

    const [image] = await images(id);
    expect(image).toMatchObject({ status: "READY", sizesReady: 4 });
    const widths = { small: 200, medium: 480, large: 960, original: 1000 };
    for (const [size, width] of Object.entries(widths)) {
      const response = await fetchImage(image.urls[size]);
      expect(response.headers["cache-control"]).toContain("immutable");
      const metadata = await sharp(response.rawPayload).metadata();
      expect(metadata).toMatchObject({ width, height: width * 2 });
      expect(metadata.exif).toBeUndefined();
      expect(metadata.orientation).toBeUndefined();
      const { data } = await sharp(response.rawPayload)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(data[0]).toBeGreaterThan(200);
      expect(data[data.length - 1]).toBeGreaterThan(200);
    }
    const shown = await t.call(buyer, "GET", `/projects/${id}`);
    expect(shown.body.images).toMatchObject([{ urls: image.urls }]);
    const left = await t.db.selectFrom("files").select("name").execute();
    expect(left.map(({ name }) => name)).not.toContain("IMG_0001.JPG");
  });

  test.each(["jpeg", "png", "webp", "avif"] as const)("may be %s", async (format) => {
    const { id } = await aProject(t.db);
    await anImage(id, await plain().toFormat(format).toBuffer());
    await runNews(t);
    expect(await images(id)).toMatchObject([{ status: "READY" }]);
  });

  test.each([
    ["a drawing that can carry scripts", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["a text that calls itself a PNG", Buffer.from("not a picture")],
    ["a PNG cut off after its head", Buffer.from("\u0089PNG\r\n\u001a\n", "latin1")],
    ["nothing", Buffer.alloc(0)],
  ])("is refused when it is %s", async (_what, bytes) => {
    const { id } = await aProject(t.db);
    expect(await upload(t, admin, at(id), { bytes, name: "a.png" })).toMatchObject({
      status: 415,
      body: { code: "UNSUPPORTED_MEDIA_TYPE", detail: expect.stringContaining("PNG, JPEG") },
    });
    expect(await images(id)).toEqual([]);
  });

  test("is checked by its bytes, not by its name", async () => {
    const { id } = await aProject(t.db);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>`;
    for (const bytes of [Buffer.from(svg), await plain().gif().toBuffer()]) {
      const response = await upload(t, admin, at(id), { bytes, name: "a.png", type: "image/png" });
      expect(response.status).toBe(415);
    }
    const file = { bytes: await plain().png().toBuffer(), name: "a.txt", type: "text/plain" };
    expect((await upload(t, admin, at(id), file)).status).toBe(201);
  });

  test("of more than 20 MB is refused", async () => {
    const { id } = await aProject(t.db);
    const file = { bytes: Buffer.alloc(20 * 1024 * 1024 + 1), name: "a.png" };
    expect(await upload(t, admin, at(id), file)).toMatchObject({
      status: 413,
      body: { code: "PAYLOAD_TOO_LARGE", detail: expect.stringContaining("at most 20 MB") },
    });
  });

  test("with more pixels than a server can decode is refused", async () => {
    const { id } = await aProject(t.db);
    const bytes = (await hugeHeads()).png;
    expect(await upload(t, admin, at(id), { bytes, name: "huge.png" })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "file" }] },
    });
  });

  test("that turns out to be broken is FAILED and can be deleted", async () => {
    const { id } = await aProject(t.db);
    const whole = await sharp(await sidewaysPhoto())
      .jpeg()
      .toBuffer();
    const { imageId } = await anImage(id, whole.subarray(0, whole.length / 3));
    await runNews(t);
    expect(await images(id)).toMatchObject([{ status: "FAILED", urls: null }]);
    expect((await t.call(buyer, "GET", `/projects/${id}`)).body.images).toEqual([]);
    expect((await t.call(admin, "DELETE", at(id, `images/${imageId}`))).status).toBe(204);
    expect(await images(id)).toEqual([]);
  });

  test("whose upload is lost, as after a restore, is FAILED and can be deleted", async () => {
    const { id } = await aProject(t.db);
    const { imageId } = await anImage(id);
    const uploads = t.db.selectFrom("files").select("storage_key").orderBy("id", "desc");
    await t.files.remove((await uploads.executeTakeFirstOrThrow()).storage_key);
    await runNews(t);
    expect(await images(id)).toMatchObject([{ status: "FAILED", urls: null }]);
    expect((await t.call(admin, "DELETE", at(id, `images/${imageId}`))).status).toBe(204);
  });
});

describe("images of a project", () => {
  test("are described, reordered and deleted with their files", async () => {
    const { id } = await aProject(t.db);
    const before = await t.db.selectFrom("files").select("id").execute();
    const first = await anImage(id);
    const second = await anImage(id);
    await runNews(t);
    const described = await t.call(admin, "PATCH", at(id, `images/${second.imageId}`), {
      alt: "Mangroves at low tide",
    });
    expect(described.body).toMatchObject({ alt: "Mangroves at low tide", status: "READY" });
    const imageIds = [second.imageId, first.imageId];
    await t.call(admin, "PATCH", at(id), { imageIds });
    const shown = (await t.call(buyer, "GET", `/projects/${id}`)).body.images;
    expect(shown.map(({ imageId }: { imageId: number }) => imageId)).toEqual(imageIds);
    expect(shown[0].alt).toBe("Mangroves at low tide");
    const listed = await t.call(admin, "GET", `/management/projects?q=${id}`);
    expect(listed.body.content[0].image.imageId).toBe(second.imageId);

    const missing = { imageIds: [first.imageId] };
    expect(await t.call(admin, "PATCH", at(id), missing)).toMatchObject({
      status: 409,
      body: { code: "VERSION_CONFLICT" },
    });
    for (const imageId of imageIds) {
      expect((await t.call(admin, "DELETE", at(id, `images/${imageId}`))).status).toBe(204);
    }
    expect((await fetchImage(shown[0].urls.small)).statusCode).toBe(404);
    expect(await t.db.selectFrom("files").select("id").execute()).toHaveLength(before.length);
    expect(await audited(t, admin, "image.delete")).toMatchObject({ thingId: String(id) });
  });

  test("are limited to a hundred", async () => {
    const { id } = await aProject(t.db);
    const { imageId } = await anImage(id);
    await sql`insert into project_images (project_id, position, status, file_name)
      select ${id}, 1 + n, 'FAILED', 'view.png' from generate_series(1, 98) n`.execute(t.db);
    const file = { bytes: await plain().png().toBuffer(), name: "view.png" };
    expect((await upload(t, admin, at(id), file)).status).toBe(201);
    expect(await upload(t, admin, at(id), file)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "file", message: "A project has at most 100 images" }] },
    });
    expect(await images(id)).toHaveLength(100);
    expect((await t.call(admin, "DELETE", at(id, `images/${imageId}`))).status).toBe(204);
    expect((await upload(t, admin, at(id), file)).status).toBe(201);
  });

  test("of another project are not found", async () => {
    const [one, other] = [await aProject(t.db), await aProject(t.db)];
    const { imageId } = await anImage(one.id);
    const response = await t.call(admin, "PATCH", at(other.id, `images/${imageId}`), { alt: "x" });
    expect(response.status).toBe(404);
  });
});

describe("documents", () => {
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

  test("are uploaded, linked, renamed, ordered and read by buyers", async () => {
    const { id } = await aProject(t.db);
    const sent = await upload(t, admin, at(id, "documents"), { bytes: pdf, name: "Design.pdf" });
    expect(sent).toMatchObject({ status: 201, body: { name: "Design", bytes: pdf.length } });
    const url = "https://registry.example.org/report.pdf";
    const link = await t.call(admin, "POST", at(id, "documents/links"), { name: "Report", url });
    expect(link).toMatchObject({ status: 201, body: { url, bytes: null } });
    const [{ documentId }, other] = [sent.body, link.body];
    await t.call(admin, "PATCH", at(id, `documents/${documentId}`), { name: "Project design" });
    const documentIds = [other.documentId, documentId];
    const ordered = await t.call(admin, "PATCH", at(id, "documents"), { documentIds });
    expect(ordered.body.content).toMatchObject([{ name: "Report" }, { name: "Project design" }]);
    const one = await t.call(admin, "PATCH", at(id, "documents"), { documentIds: [documentId] });
    expect(one.body.code).toBe("VERSION_CONFLICT");

    const shown = (await t.call(buyer, "GET", `/projects/${id}`)).body.documents;
    expect(shown).toEqual(ordered.body.content);
    const own = await t.app.inject({
      method: "GET",
      url: shown[1].url,
      headers: { authorization: `Bearer ${buyer.authToken}` },
    });
    expect(own.headers["content-type"]).toBe("application/pdf");
    expect(own.rawPayload.equals(pdf)).toBe(true);
    expect((await t.app.inject({ method: "GET", url: shown[1].url })).statusCode).toBe(401);

    await t.db.updateTable("projects").set({ hidden: true }).where("id", "=", id).execute();
    const path = shown[1].url.slice("/api/v1".length);
    expect((await t.call(buyer, "GET", path)).status).toBe(404);
    const forAdmin = await t.app.inject({
      method: "GET",
      url: shown[1].url,
      headers: { authorization: `Bearer ${admin.authToken}` },
    });
    expect(forAdmin.statusCode).toBe(200);
    expect((await t.call(admin, "DELETE", at(id, `documents/${documentId}`))).status).toBe(204);
    expect((await t.call(admin, "GET", path)).status).toBe(404);
  });

  test.each([
    ["a web page", Buffer.from("<html></html>")],
    ["half a PDF", Buffer.from("%PDF-1.7\n1 0 obj")],
  ])("that are %s are refused", async (_what, bytes) => {
    const { id } = await aProject(t.db);
    const file = { bytes, name: "a.pdf", type: "application/pdf" };
    expect(await upload(t, admin, at(id, "documents"), file)).toMatchObject({
      status: 415,
      body: { code: "UNSUPPORTED_MEDIA_TYPE" },
    });
  });

  test("are limited to a hundred, and not found under another project", async () => {
    const [{ id }, other] = [await aProject(t.db), await aProject(t.db)];
    const link = { name: "Report", url: "https://registry.example.org/report.pdf" };
    const add = () => t.call(admin, "POST", at(id, "documents/links"), link);
    const { documentId } = (await add()).body;
    await sql`insert into project_documents (project_id, position, name, url)
      select ${id}, 1 + n, ${link.name}, ${link.url} from generate_series(1, 99) n`.execute(t.db);
    for (const refused of [
      await add(),
      await upload(t, admin, at(id, "documents"), { bytes: pdf, name: "Design.pdf" }),
    ])
      expect(refused).toMatchObject({
        status: 400,
        body: { fieldErrors: [{ message: "A project has at most 100 documents" }] },
      });

    const elsewhere = at(other.id, `documents/${documentId}`);
    expect((await t.call(admin, "PATCH", elsewhere, { name: "Stray" })).status).toBe(404);
    expect((await t.call(admin, "DELETE", elsewhere)).status).toBe(404);
    expect((await t.call(admin, "DELETE", at(id, `documents/${documentId}`))).status).toBe(204);
    expect((await add()).status).toBe(201);
  });

  test("are deleted alone or with their project, as are its images", async () => {
    const { id } = await aProject(t.db, { vintages: [] });
    const count = async () => (await t.db.selectFrom("files").select("id").execute()).length;
    await runNews(t);
    const before = await count();
    const add = () => upload(t, admin, at(id, "documents"), { bytes: pdf, name: "Design.pdf" });
    const { documentId } = (await add()).body;
    expect(await count()).toBe(before + 1);
    await t.call(admin, "DELETE", at(id, `documents/${documentId}`));
    expect(await count()).toBe(before);
    await add();
    await anImage(id);
    await runNews(t);
    expect(await count()).toBe(before + 5);
    expect((await t.call(admin, "DELETE", `/management/projects/${id}`)).status).toBe(204);
    expect(await count()).toBe(before);
  });

  test("with an invalid address are refused", async () => {
    const { id } = await aProject(t.db);
    const body = { name: "Trick", url: "javascript:alert(1)" };
    expect(await t.call(admin, "POST", at(id, "documents/links"), body)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "url" }] },
    });
  });
});
