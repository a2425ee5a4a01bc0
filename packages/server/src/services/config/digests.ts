/** Digests by which it is known again what was applied. */

import { createHash, createHmac } from "node:crypto";

/** JSON whose members are in the order of their names. */
export function stable(value: unknown): string {
	return JSON.stringify(value, (_, inner) =>
		typeof inner === "object" && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
}

/** Of what may have secrets in it: nobody without the installation's secret can try values. */
export function keyedDigest(secret: Uint8Array, value: unknown): string {
	return createHmac("sha256", secret)
		.update(`lapwing/config\n${stable(value)}`)
		.digest("base64url");
}

/** Of what anybody of the team may see. */
export function openDigest(value: unknown): string {
	return createHash("sha256")
		.update(stable(value ?? null))
		.digest("base64url");
}
