/** Where a trick may lead to, told from the corpus alone: nothing here asks the code that is tested. */

import { isIP } from "node:net";
import type { Expected, Trick } from "../../net/testing/ssrf-corpus.ts";
import type { WayOut } from "./ways-out.ts";

export class ExpectedConnections {
	readonly #classes: ReadonlyMap<string, Expected>;

	constructor(tricks: readonly Trick[]) {
		this.#classes = new Map(
			tricks
				.filter(
					({ kind, text, expected }) =>
						kind === "zone" || (kind === "host" && expected !== "invalid" && isIP(text) !== 0),
				)
				.map(({ text, expected }) => [canonical(text), expected] as const),
		);
	}

	/** What is wrong with the connections to `taken`, in a sentence; null when nothing is. */
	problemOf(trick: Trick, way: WayOut, taken: readonly string[], allowsPrivate: boolean): string | null {
		const isAllowed = (expected: Expected) =>
			expected === "public" || (expected === "private" && (allowsPrivate || way.givenBy === "operator"));
		const goes =
			way.follows !== false && (trick.answers.length > 0 || trick.expected === "mixed" || isAllowed(trick.expected));
		if (!goes) return taken.length === 0 ? null : `it connected to ${taken}`;
		const allowed = trick.answers.filter((address) => isAllowed(this.#classOf(address))).map(canonical);
		if (trick.answers.length > 0) {
			const wrong = taken.filter((address) => !allowed.includes(canonical(address)));
			if (wrong.length > 0) return `it connected to ${wrong}`;
			return allowed.length > 0 && taken.length === 0 ? "it connected to none of the allowed addresses" : null;
		}
		const wrong = taken.filter((address) => !isAllowed(this.#classOf(address)));
		if (wrong.length > 0) return `it connected to ${wrong}`;
		const isRead = way.normalizes !== false || isIP(trick.text) !== 0;
		return isRead && taken.length === 0 ? "it did not connect" : null;
	}

	#classOf(address: string): Expected {
		const expected = this.#classes.get(canonical(address));
		// An address that no line is about must not pass as allowed.
		return expected ?? "never";
	}
}

/** As a URL's parser writes it; with a zone, as it is. */
function canonical(address: string): string {
	const host = isIP(address) === 6 ? `[${address}]` : address;
	return URL.parse(`http://${host}/`)?.hostname ?? address;
}
