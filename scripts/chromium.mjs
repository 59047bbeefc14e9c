import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import path from "node:path";

// It draws no windows, which makes the journeys a quarter faster.
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Finds the browser for the journeys: the one CHROMIUM names, else one on this machine, else Debian's package, which is
 * installed if run as root. A build server installs it even if it has another browser, since the time saved counts on
 * every change. Playwright's own download is not used, since closed networks cannot reach it.
 * @returns {Promise<{ program: string } | { missing: string }>}
 */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    return isProgram(named)
      ? { program: named }
      : { missing: `CHROMIUM names ${named}, which is not a program.` };
  }
  let found = search(process.env.CI ? [shell] : names);
  if (!found) {
    await installDebianPackage();
    found = search(names);
  }
  if (found) return { program: found };
  return {
    missing: `The browser journeys need Chromium: install it (Debian: sudo apt-get install ${shell}) or set CHROMIUM to its path.`,
  };
}

/** @param {string[]} programs */
function search(programs) {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(path.delimiter)];
  return folders
    .flatMap((folder) => programs.map((name) => path.join(folder, name)))
    .find(isProgram);
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installDebianPackage() {
  if (process.getuid?.() !== 0 || !isProgram("/usr/bin/apt-get")) return;
  console.log(`Installing Debian's package ${shell} for the browser journeys …`);
  await runApt(["update", "-qq"]);
  // Pages first render in a fallback font, and servers often have none.
  await runApt(["install", "-y", "-qq", "--no-install-recommends", shell, "fonts-liberation"]);
}

/** @param {string[]} args */
async function runApt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await once(spawn("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] }), "close");
}
