/** `lapwing import blackbox FILE`. */

import { inputFile } from "../../command.ts";
import { importer } from "../importer.ts";
import { readYaml } from "../read-yaml.ts";
import { convertBlackbox } from "./convert.ts";

export function blackbox() {
	return importer<{ readonly modules?: string }>("blackbox", "Prometheus blackbox_exporter", ({ modules }, file = "") =>
		convertBlackbox(readYaml(file), modules === undefined ? null : readYaml(modules)),
	)
		.argument("<file>", "the configuration of Prometheus, with the scrape jobs", inputFile)
		.option("--modules <file>", "the exporter's configuration; without it http_2xx and its like are known", inputFile);
}
