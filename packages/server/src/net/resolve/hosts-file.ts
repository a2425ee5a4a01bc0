/**
 * The machine's own table of names (hosts(5)), read again when it changes: name servers know nothing of it.
 */

import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import type { Clock } from "../clock.ts";

/** On Windows there is none here; the system's own lookup (./resolve.ts) knows where it keeps its table. */
export const SYSTEM_HOSTS_FILE = "/etc/hosts";

/** A change is seen after at most this long; a stat costs microseconds, but not for each of thousands of checks. */
const LOOK_AGAIN_MS = 1_000;

export class HostsFile {
	readonly #path: string;
	readonly #clock: Clock;
	#lookedAt = Number.NEGATIVE_INFINITY;
	#version = "";
	#names: ReadonlyMap<string, readonly string[]> = new Map();

	constructor(path: string, clock: Clock) {
		this.#path = path;
		this.#clock = clock;
	}

	/** The addresses of `name` (lower case, no trailing dot) in the file's order; empty when it is not listed. */
	addressesOf(name: string): readonly string[] {
		const now = this.#clock.monotonic();
		if (now - this.#lookedAt >= LOOK_AGAIN_MS) {
			this.#lookedAt = now;
			this.#readIfChanged();
		}
		return this.#names.get(name) ?? [];
	}

	#readIfChanged(): void {
		try {
			const { mtimeMs, size, ino } = statSync(this.#path);
			const version = `${mtimeMs} ${size} ${ino}`;
			if (version === this.#version) return;
			this.#names = parseHosts(readFileSync(this.#path, "utf8"));
			this.#version = version;
		} catch {
			// Absent, or being replaced at this very moment: what was known a second ago still serves.
		}
	}
}

export function parseHosts(text: string): Map<string, string[]> {
	const names = new Map<string, string[]>();
	for (const line of text.split("\n")) {
		const [address, ...aliases] = (line.split("#", 1)[0] ?? "").trim().split(/\s+/);
		if (address === undefined || isIP(address) === 0) continue;
		for (const alias of aliases) {
			const name = alias.toLowerCase().replace(/\.$/, "");
			const known = names.get(name);
			if (known === undefined) names.set(name, [address]);
			else if (!known.includes(address)) known.push(address);
		}
	}
	return names;
}
