/**
 * Limits sign-in attempts and requests for links, by client address and by account, whether it exists or not
 * (docs/rules/access.md#signing-in). Secrets of 256 bits and passkeys cannot be guessed; the limits protect mailboxes,
 * the log and the CPU time of verifying signatures.
 */

import { emailKey } from "../../domain/access/user.ts";
import { type Client, networkOf } from "../access/client.ts";
import { beyondLimit, RateLimit } from "../access/rate-limit.ts";
import type { Refusal } from "../kernel/refusal.ts";

const MINUTE_MS = 60_000;
const WINDOW_MS = 5 * MINUTE_MS;
/** Many people may share an address. */
const ATTEMPTS_PER_ADDRESS = 100;
const ATTEMPTS_PER_ACCOUNT = 20;
/** The sign-in page begins one whenever it is opened, for autofill; each is a row of storage/access/ceremonies.ts. */
const CEREMONIES_PER_ADDRESS = 500;
const LINK_WINDOW_MS = 15 * MINUTE_MS;
const LINKS_PER_ADDRESS = 30;
const LINKS_PER_ACCOUNT = 5;

export class SignInLimits {
	readonly #attemptsByAddress = new RateLimit(ATTEMPTS_PER_ADDRESS, WINDOW_MS);
	readonly #attemptsByAccount = new RateLimit(ATTEMPTS_PER_ACCOUNT, WINDOW_MS);
	readonly #ceremoniesByAddress = new RateLimit(CEREMONIES_PER_ADDRESS, WINDOW_MS);
	readonly #linksByAddress = new RateLimit(LINKS_PER_ADDRESS, LINK_WINDOW_MS);
	readonly #linksByAccount = new RateLimit(LINKS_PER_ACCOUNT, LINK_WINDOW_MS);

	/** @param account what identifies the account in the attempt, such as the id of a passkey; null when nothing does */
	attempt({ address }: Client, account: string | null, now: number): Refusal | null {
		return (
			refusalOf(this.#attemptsByAddress, networkOf(address), now) ??
			(account === null ? null : refusalOf(this.#attemptsByAccount, account, now))
		);
	}

	/** The beginning of a sign-in, which is no attempt yet. */
	ceremony({ address }: Client, now: number): Refusal | null {
		return refusalOf(this.#ceremoniesByAddress, networkOf(address), now);
	}

	linkRequest({ address }: Client, email: string, now: number): Refusal | null {
		return (
			refusalOf(this.#linksByAddress, networkOf(address), now) ?? refusalOf(this.#linksByAccount, emailKey(email), now)
		);
	}
}

function refusalOf(limit: RateLimit, key: string, now: number): Refusal | null {
	const allowance = limit.count(key, now);
	return allowance.allowed ? null : beyondLimit(allowance, "Too many attempts to sign in. Wait before the next one.");
}
