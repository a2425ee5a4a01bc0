/** `lapwing import gatus FILE`. */

import { inputFile } from "../../command.ts";
import { importer } from "../importer.ts";
import { readYaml } from "../read-yaml.ts";
import { convertGatus } from "./convert.ts";

export function gatus() {
	return importer("gatus", "Gatus", (_, file = "") => convertGatus(readYaml(file))).argument(
		"<file>",
		"its configuration, in YAML",
		inputFile,
	);
}
