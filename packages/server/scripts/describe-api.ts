/**
 * Writes into a folder what the service answers of its own API.
 *
 *     node --conditions=@lapwing/source packages/server/scripts/describe-api.ts FOLDER
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiDocument } from "../src/http/app.ts";
import { DESCRIPTIONS } from "../src/http/document/descriptions.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name a folder to write to.");
const document = apiDocument();
for (const [name, describe] of Object.entries(DESCRIPTIONS)) {
	await writeFile(join(folder, `${name}.json`), JSON.stringify(describe(document)));
}
