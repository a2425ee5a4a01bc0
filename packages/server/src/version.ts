/** The version of Lapwing, as package.json says it: in the User-Agent of probes, `--version`, the OpenAPI document. */

import { readFileSync } from "node:fs";

const manifest: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

export const VERSION = manifest.version;
