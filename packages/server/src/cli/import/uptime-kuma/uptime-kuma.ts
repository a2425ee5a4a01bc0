/** `lapwing import uptime-kuma FILE`. */

import { inputFile } from "../../command.ts";
import { importer } from "../importer.ts";
import { convertKuma } from "./convert.ts";
import { readKuma } from "./read.ts";

export function uptimeKuma() {
	return importer("uptime-kuma", "Uptime Kuma", (_, file = "") => convertKuma(readKuma(file))).argument(
		"<file>",
		"its database, data/kuma.db of version 1 or 2, or a backup of version 1 (JSON)",
		inputFile,
	);
}
