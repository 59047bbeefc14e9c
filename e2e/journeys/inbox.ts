import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "./shop.ts";

/** Of the product shared by all journeys. */
const sharedFolder = () => process.env.E2E_DATA_DIR!;

/** Returns the newest link to a page in a mail to an address; waits for the mail's delivery. */
export async function mailedLink(
  recipient: string,
  page: string,
  dataDir = sharedFolder(),
): Promise<string> {
  let link: string | undefined;
  const look = async () => (link = await linkIn(path.join(dataDir, "mails"), recipient, page));
  await expect.poll(look).toBeDefined();
  return link!;
}

async function linkIn(
  folder: string,
  recipient: string,
  page: string,
): Promise<string | undefined> {
  const files = await readdir(folder).catch(() => []);
  // Files are named by the number of their mail; a file still being written has another extension.
  const newest = files
    .filter((file) => file.endsWith(".eml"))
    .toSorted((one, other) => parseInt(other) - parseInt(one));
  for (const file of newest) {
    const mail = await readFile(path.join(folder, file), "utf8");
    // Quoted-printable: soft line breaks, and = written as =3D.
    const text = mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
    const found = new RegExp(`http://\\S+${page}\\?[\\w=&-]+`).exec(text);
    if (found && mail.includes(`To: ${recipient}`)) return found[0];
  }
  return undefined;
}
