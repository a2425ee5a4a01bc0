/**
 * The 32 bytes from which every other key is derived: of LAPWING_SECRET, or of a file beside the data that the first
 * start makes, readable by its owner alone. Losing it makes encrypted channel secrets unreadable, so it belongs into
 * the backup.
 */

import { createHash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "./config/config.ts";
import { makeFolder } from "./storage/installation/make-folder.ts";

const SECRET_BYTES = 32;
const DEFAULT_DIRECTORY = "./data";

/** Where the secret is kept when the environment does not give it. */
export function secretFile({ databaseUrl }: Pick<Config, "databaseUrl">): string {
	const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : "";
	return join(path === "" || path === ":memory:" ? DEFAULT_DIRECTORY : dirname(path), "secret");
}

/**
 * The secret that the environment or the file gives; null when there is none yet. Throws an Error that says what to do
 * when the file can't be read or does not hold a secret.
 */
export function knownSecret(config: Pick<Config, "secret" | "databaseUrl">): Uint8Array | null {
	if (config.secret !== null) return createHash("sha256").update(config.secret).digest();
	return readSecret(secretFile(config));
}

/** As {@link knownSecret}; makes the file when there is no secret yet. */
export function loadSecret(config: Pick<Config, "secret" | "databaseUrl">): Uint8Array {
	const known = knownSecret(config);
	if (known) return known;
	const file = secretFile(config);
	writeSecret(file, randomBytes(SECRET_BYTES));
	const made = readSecret(file);
	if (!made) throw new Error(`${file} vanished while it was made.`);
	return made;
}

/** Writes `secret` to `file`, unless there is one already. */
export function writeSecret(file: string, secret: Uint8Array): void {
	makeFolder(dirname(file));
	// Written whole under another name, then linked into place: a rival that was quicker wins, and nobody reads half a
	// secret.
	const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
	const descriptor = openSync(draft, "wx", 0o600);
	try {
		writeSync(descriptor, `${Buffer.from(secret).toString("base64url")}\n`);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
	try {
		linkSync(draft, file);
	} catch (error) {
		if (!hasCode(error, "EEXIST")) throw error;
	} finally {
		unlinkSync(draft);
	}
}

/** The secret in `file`; null when there is no such file. Throws as {@link loadSecret} does. */
export function readSecret(file: string): Uint8Array | null {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		if (hasCode(error, "ENOENT")) return null;
		throw error;
	}
	const bytes = Buffer.from(text.trim(), "base64url");
	if (bytes.length !== SECRET_BYTES) {
		throw new Error(
			`${file} does not hold a secret of ${SECRET_BYTES} bytes. Restore it from a backup, or remove it to have a new one made: channel secrets must then be entered again.`,
		);
	}
	return bytes;
}

function hasCode(error: unknown, code: string): boolean {
	return error instanceof Error && "code" in error && error.code === code;
}
