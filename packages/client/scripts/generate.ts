/** Writes src/generated from the routes of this checkout: `npm run generate --workspace packages/client`. */

import { writeFile } from "node:fs/promises";
import { generatedFiles } from "./generated-files.ts";

for (const [path, contents] of await generatedFiles()) await writeFile(path, contents);
