/** The file that was opened, and whether it is still the one at its path. */

import { type BigIntStats, statSync } from "node:fs";

interface OpenedFile {
	/** Whether it was deleted, moved away or replaced: what is written goes to a file that nobody will open again. */
	isGone(): boolean;
}

/** @param path of a file that was just opened */
export function openedFile(path: string): OpenedFile {
	const opened = fileAt(path);
	return {
		isGone() {
			const found = fileAt(path);
			if (found === "unknown" || opened === "unknown" || opened === "none") return false;
			// Network file systems may number a file anew: it is another one when it was born at another time as well.
			return found === "none" || (found.ino !== opened.ino && found.birthtimeNs !== opened.birthtimeNs);
		},
	};
}

/** unknown: the file system does not say, and nothing follows from that. */
function fileAt(path: string): BigIntStats | "none" | "unknown" {
	try {
		return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? "none";
	} catch {
		return "unknown";
	}
}
