/** LAPWING_PROBER_TOKEN: one line with all that a prober needs to know. */

import { z } from "zod";

const PREFIX = "lwp_";

const proberToken = z.object({
	v: z.literal(1),
	/** Where to connect: nats://, tls://, ws:// or wss://. */
	url: z.string(),
	owner: z.string(),
	location: z.string(),
	prober: z.string(),
	/** Its user in NATS. */
	jwt: z.string(),
	seed: z.string(),
	/** X25519, base64url: opens what is sealed for it. */
	key: z.string(),
});
export type ProberToken = z.output<typeof proberToken>;

export function writeToken(token: ProberToken): string {
	return PREFIX + Buffer.from(JSON.stringify(token)).toString("base64url");
}

/** Null for text that is none of our tokens, such as one that lost its end when it was copied. */
export function readToken(text: string): ProberToken | null {
	if (!text.startsWith(PREFIX)) return null;
	try {
		return proberToken.parse(JSON.parse(Buffer.from(text.slice(PREFIX.length), "base64url").toString("utf8")));
	} catch {
		return null;
	}
}
