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

/** Of each secret of an object, by its name. */
export function secretDigests(secret: Uint8Array, secrets: object): Readonly<Record<string, string>> {
	return Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, keyedDigest(secret, [name, value])]));
}

/** Whether each of `given` is among `applied`, the digests of what was applied last. */
export function areApplied(
	given: Readonly<Record<string, string>>,
	applied: Readonly<Record<string, string>>,
): boolean {
	return Object.entries(given).every(([name, digest]) => applied[name] === digest);
}
