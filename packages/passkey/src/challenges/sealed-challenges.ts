/**
 * Challenges in cookies of the visitor, for hosts without a database: one cookie a challenge, so that two tabs which
 * begin at the same time don't overwrite each other's. A cookie is sealed (AES-256-GCM) and bound to session, kind and
 * challenge; it holds when it expires. A seal proves who issued a challenge, not that it is unused: whoever captured
 * a cookie and a response could send both again, so a record of what was used is needed beside it.
 */

import { decodeBase64url, encodeBase64url } from "../base64url.ts";
import type { Bytes } from "../bytes.ts";
import {
	type ChallengeStore,
	type ChallengeStoreOptions,
	LIFETIME_MS,
	MAX_CHALLENGE_LENGTH,
	MOST_KEPT,
	MOST_PENDING,
	nameOf,
	type PendingCeremony,
} from "./store.ts";

/** The challenges that were used. All processes of a host share one. */
export interface UsedChallenges {
	/**
	 * Records a challenge, in one step with looking it up: true the first time, false ever after. It may be dropped once
	 * it has expired, and not before.
	 *
	 * @param name stands for the challenge: 64 letters and digits.
	 * @param expiresAt milliseconds since 1970.
	 */
	add(name: string, expiresAt: number): boolean | Promise<boolean>;
}

/** The cookies of one request and its response. */
export interface RequestCookies {
	/** The request's cookies by name. */
	all(): Readonly<Record<string, string | undefined>>;
	/**
	 * Sets a cookie with the response: `HttpOnly`, `SameSite=Lax`, `Path=/` and, over https, `Secure`. With `maxAge` 0
	 * and an empty value it removes one.
	 *
	 * @param maxAge seconds.
	 */
	set(name: string, value: string, maxAge: number): void;
}

export interface SealedChallengesOptions extends ChallengeStoreOptions {
	/** Keys of 32 random bytes. The first one seals, every one opens: to rotate, put a new one in front. */
	keys: readonly Bytes[];
	/** Without such a record one response would be accepted again until its challenge expires. */
	used: UsedChallenges;
}

/** Begins the name of each cookie; its kind, its time and a part of its challenge's hash follow. */
const PREFIX = "passkey";

/** Bytes of a nonce, of AES-GCM. */
const NONCE_BYTES = 12;

/**
 * @example
 * ```ts
 * import { MemoryUsedChallenges, SealedChallenges } from "@lapwing/passkey/challenges";
 * import { getCookie, setCookie } from "hono/cookie";
 * import type { Context } from "hono";
 *
 * const key = crypto.getRandomValues(new Uint8Array(32)); // keep yours in the configuration
 * const sealed = new SealedChallenges({ keys: [key], used: new MemoryUsedChallenges() });
 *
 * export const challengesOf = (context: Context) =>
 * 	sealed.of({
 * 		all: () => getCookie(context),
 * 		set: (name, value, maxAge) =>
 * 			setCookie(context, name, value, { maxAge, httpOnly: true, sameSite: "Lax", secure: true, path: "/" }),
 * 	});
 * ```
 */
export class SealedChallenges {
	readonly #keys: readonly Bytes[];
	readonly #used: UsedChallenges;
	readonly #lifetimeMs: number;
	readonly #now: () => number;

	/** @throws RangeError without a key, or with one that is not 32 bytes long. */
	constructor({ keys, used, lifetimeMs = LIFETIME_MS, now = Date.now }: SealedChallengesOptions) {
		if (keys.length === 0 || keys.some((key) => key.length !== 32)) throw new RangeError("keys: 32 bytes each");
		this.#keys = [...keys];
		this.#used = used;
		this.#lifetimeMs = lifetimeMs;
		this.#now = now;
	}

	/** The store of one request. Its ceremonies may have an empty session: the cookie is what the visitor alone has. */
	of(cookies: RequestCookies): ChallengeStore {
		return {
			put: (ceremony, challenge) => this.#put(cookies, ceremony, challenge),
			take: (ceremony, challenge) => this.#take(cookies, ceremony, challenge),
		};
	}

	async #put(cookies: RequestCookies, ceremony: PendingCeremony, challenge: string): Promise<void> {
		const expiresAt = this.#now() + this.#lifetimeMs;
		const { prefix, name } = await namesOf(ceremony, challenge);
		const pending = Object.keys(cookies.all()).filter((each) => each.startsWith(prefix));
		// The time stands first in what follows, at the same length for centuries: the order of text is that of time.
		for (const oldest of pending.sort().slice(0, Math.max(0, pending.length - MOST_PENDING + 1))) {
			cookies.set(oldest, "", 0);
		}
		const value = await this.#seal(String(expiresAt), bindingOf(ceremony, challenge));
		cookies.set(`${prefix}${expiresAt.toString(36)}-${name}`, value, Math.ceil(this.#lifetimeMs / 1000));
	}

	async #take(cookies: RequestCookies, ceremony: PendingCeremony, challenge: string): Promise<boolean> {
		if (challenge.length > MAX_CHALLENGE_LENGTH) return false;
		const { prefix, name } = await namesOf(ceremony, challenge);
		const held = Object.entries(cookies.all()).find(([each]) => each.startsWith(prefix) && each.endsWith(`-${name}`));
		if (!held) return false;
		cookies.set(held[0], "", 0);
		const expiresAt = Number(await this.#open(held[1] ?? "", bindingOf(ceremony, challenge)));
		// Of two requests with the same cookie, one is the first.
		return expiresAt > this.#now() && (await this.#used.add(await nameOf(challenge), expiresAt));
	}

	async #seal(text: string, additionalData: Bytes): Promise<string> {
		const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
		const key = await importKey(this.#keys[0] as Bytes);
		const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, bytesOf(text));
		return `${encodeBase64url(iv)}.${encodeBase64url(new Uint8Array(sealed))}`;
	}

	/** `undefined` for what no key of the ring has sealed for `additionalData`. */
	async #open(value: string, additionalData: Bytes): Promise<string | undefined> {
		const [iv, sealed] = value.split(".").map(decodeBase64url);
		if (iv?.length !== NONCE_BYTES || !sealed) return undefined;
		for (const key of this.#keys) {
			try {
				const algorithm = { name: "AES-GCM", iv, additionalData };
				return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await importKey(key), sealed));
			} catch {
				// Sealed with another key of the ring, or by a stranger.
			}
		}
		return undefined;
	}
}

/** What was used, in the memory of one process: for a host that is one process and seldom starts. */
export class MemoryUsedChallenges implements UsedChallenges {
	readonly #expiries = new Map<string, number>();
	readonly #mostKept: number;
	readonly #now: () => number;

	/** @param mostKept so many at a time; more are refused until the oldest expire. Default: 100,000. */
	constructor(mostKept: number = MOST_KEPT, now: () => number = Date.now) {
		this.#mostKept = mostKept;
		this.#now = now;
	}

	add(name: string, expiresAt: number): boolean {
		for (const [oldest, expiry] of this.#expiries) {
			if (expiry > this.#now()) break;
			this.#expiries.delete(oldest);
		}
		// Full: what is dropped too early could be used again.
		if (this.#expiries.has(name) || this.#expiries.size >= this.#mostKept) return false;
		this.#expiries.set(name, expiresAt);
		return true;
	}
}

/** Begin and end of a cookie's name. The value is bound to all three parts, so short hashes are enough here. */
async function namesOf({ session, kind }: PendingCeremony, challenge: string) {
	const [ceremony, name] = await Promise.all([nameOf(kind, session), nameOf(challenge)]);
	return { prefix: `${PREFIX}-${ceremony.slice(0, 8)}-`, name: name.slice(0, 16) };
}

function bindingOf({ session, kind }: PendingCeremony, challenge: string): Bytes {
	return bytesOf(JSON.stringify([kind, session, challenge]));
}

function bytesOf(text: string): Bytes {
	return new TextEncoder().encode(text);
}

function importKey(key: Bytes): Promise<CryptoKey> {
	return crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
}
