/**
 * The secrets of the links in mails to subscribers. They are computed from the installation's secret and are stored
 * nowhere, so that every mail can hold the same links and a copy of the database opens none.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey } from "../../storage/database/secret-box.ts";

/** `confirm`: of the mail that asks. `manage`: of all later ones, to choose components and to unsubscribe. */
export type LinkPurpose = "confirm" | "manage";

/** 128 bits, which nobody guesses over the network. */
const MAC_BYTES = 16;
const PREFIX = "sub_";
/** What follows the prefix of a public id, then the code. */
const TOKEN = /^([0-9a-z]{26})-([A-Za-z0-9_-]{22})$/;

export class LinkTokens {
	readonly #key: Uint8Array;

	/** @param secret of the installation: 32 bytes, the same on every node */
	constructor(secret: Uint8Array) {
		this.#key = derivedKey(secret, "subscriber-links");
	}

	/** @param subscriber `sub_…` */
	tokenOf(subscriber: string, purpose: LinkPurpose): string {
		return `${subscriber.slice(PREFIX.length)}-${this.#mac(subscriber, purpose).toString("base64url")}`;
	}

	/** The public id of the subscriber whose link it is; null when it is no link of that kind. */
	subscriberOf(token: string, purpose: LinkPurpose): string | null {
		const [, id, code] = TOKEN.exec(token) ?? [];
		if (id === undefined || code === undefined) return null;
		const given = Buffer.from(code, "base64url");
		const subscriber = `${PREFIX}${id}`;
		return timingSafeEqual(given, this.#mac(subscriber, purpose)) ? subscriber : null;
	}

	#mac(subscriber: string, purpose: LinkPurpose): Buffer {
		return createHmac("sha256", this.#key).update(`${purpose}:${subscriber}`).digest().subarray(0, MAC_BYTES);
	}
}
