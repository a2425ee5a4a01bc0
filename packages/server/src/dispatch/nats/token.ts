/** LAPWING_PROBER_TOKEN: one line with all that a prober needs to know. */

const PREFIX = "lwp_";

export interface ProberToken {
	readonly v: 1;
	/** Where to connect: nats://, tls://, ws:// or wss://. */
	readonly url: string;
	readonly owner: string;
	readonly location: string;
	readonly prober: string;
	/** Its user in NATS. */
	readonly jwt: string;
	readonly seed: string;
	/** X25519, base64url: opens what is sealed for it. */
	readonly key: string;
}

const TEXTS = ["url", "owner", "location", "prober", "jwt", "seed", "key"] as const;

export function writeToken(token: ProberToken): string {
	return PREFIX + Buffer.from(JSON.stringify(token)).toString("base64url");
}

/** Null for text that is none of our tokens, such as one that lost its end when it was copied. */
export function readToken(text: string): ProberToken | null {
	if (!text.startsWith(PREFIX)) return null;
	try {
		const read = JSON.parse(Buffer.from(text.slice(PREFIX.length), "base64url").toString("utf8"));
		// Read by hand: a prober at rest does without a library of schemas.
		return read.v === 1 && TEXTS.every((name) => typeof read[name] === "string") ? read : null;
	} catch {
		return null;
	}
}
