/** Limits how often the passwords of status pages are tried. Right ones do not count. */

import { MINUTE_MS } from "../../../../domain/durations.ts";
import { type Client, networkOf } from "../../../access/client.ts";
import type { Allowance, RateLimit, RateLimits } from "../../../access/rate-limit.ts";

const WINDOW_MS = 5 * MINUTE_MS;
/** Of one page from one address; an address is an IPv4 address or an IPv6 /64. */
const WRONG_PER_ADDRESS_AND_PAGE = 10;
/** From one address, whichever page. */
const WRONG_PER_ADDRESS = 50;
/** Of one page, from all addresses together: strangers who are many keep new readers out, but guess nothing. */
const WRONG_PER_PAGE = 300;

export class PasswordAttempts {
	readonly #byAddressAndPage: RateLimit;
	readonly #byAddress: RateLimit;
	readonly #byPage: RateLimit;

	constructor(limits: RateLimits) {
		this.#byAddressAndPage = limits.of("page password byAddressAndPage", WRONG_PER_ADDRESS_AND_PAGE, WINDOW_MS);
		this.#byAddress = limits.of("page password byAddress", WRONG_PER_ADDRESS, WINDOW_MS);
		this.#byPage = limits.of("page password byPage", WRONG_PER_PAGE, WINDOW_MS);
	}

	/** Counts one before the password is hashed. Each limit is asked once the one before it allowed. */
	count(client: Pick<Client, "address">, pageId: string, now: number): Allowance {
		let allowance: Allowance | undefined;
		for (const [limit, key] of this.#limits(client, pageId)) {
			allowance = limit.count(key, now);
			if (!allowance.allowed) return allowance;
		}
		if (allowance === undefined) throw new Error("There is a limit");
		return allowance;
	}

	/** The one that was counted was right. */
	uncount(client: Pick<Client, "address">, pageId: string): void {
		for (const [limit, key] of this.#limits(client, pageId)) limit.uncount(key);
	}

	#limits({ address }: Pick<Client, "address">, pageId: string) {
		const network = networkOf(address);
		return [
			[this.#byAddressAndPage, `${network} ${pageId}`],
			[this.#byAddress, network],
			[this.#byPage, pageId],
		] as const;
	}
}
