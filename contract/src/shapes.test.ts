import { expect, test } from "vitest";
import { webAddress } from "./shapes.ts";

test.each([
  "http://registry.example/1",
  "javascript:alert(1)",
  "registry.example",
  "https:registry.example",
  "https://registry",
  "https://registry.example.",
  "https://registry.verra.org@evil.example/1",
  "https://:secret@registry.example",
  "https://localhost/1",
  "https://app.localhost",
  "https://printer.local",
  "https://vault.corp.internal",
  "https://router.home.arpa",
  "https://127.0.0.1/",
  "https://10.1.2.3:8443/",
  "https://169.254.169.254/latest/meta-data",
  "https://0x7f000001/",
  "https://2130706433/",
  "https://[::1]/",
  "https://[fe80::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://regis\ttry.example/",
  "https://registry.example\\@evil.example",
])("the address %j is refused", (address) => {
  expect(webAddress.safeParse(address).error?.issues[0]?.message).toBe(
    "Enter an address that begins with https://, of a public site and without a user name",
  );
});

test.each([
  "https://registry.verra.org/app/projectDetail/VCS/3005?a=b@c#d",
  "HTTPS://Registry.Example:8443",
  "https://www.local.example/internal",
  "https://münchen.example/ä",
])("the address %j is taken", (address) => expect(webAddress.parse(` ${address} `)).toBe(address));
