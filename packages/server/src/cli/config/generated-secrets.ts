import { writeFileSync } from "node:fs";
import { printAside } from "../command.ts";
import { type LoadedConfig, shown } from "./config-files.ts";
import type { Applied } from "./config-service.ts";

/** Files that are tried for a name that is free. */
const MAX_TRIES = 100;

/**
 * Writes the secrets that the service made to FILE.env, where the commands read them, or beside it when that exists:
 * nothing else has them. Returns the path; null where there are none, or none could be written.
 */
export function writeGenerated({ files }: LoadedConfig, generated: Applied["generated"]): string | null {
	if (generated.length === 0) return null;
	const text = generated.map(({ variable, secret }) => `${variable}='${secret}'\n`).join("");
	const names = generated.map(({ variable }) => variable).join(", ");
	const base = `${files[0]?.path ?? "lapwing.yaml"}`;
	for (let number = 0; number < MAX_TRIES; number += 1) {
		const path = number === 0 ? `${base}.env` : `${base}.generated-${number}.env`;
		try {
			writeFileSync(path, text, { mode: 0o600, flag: "wx", flush: true });
			const where = number === 0 ? "Keep it out of version control." : `Add its lines to ${shown(`${base}.env`)}.`;
			printAside(`${shown(path)}: ${names}, which the service generated and shows this once. ${where}`);
			return path;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
			break;
		}
	}
	printAside(
		`No file beside ${shown(base)} can be written, so what the service generated is lost: ${names}. Set each to a ` +
			"secret of your own and apply again.",
	);
	return null;
}
