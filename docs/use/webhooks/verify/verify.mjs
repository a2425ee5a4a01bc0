// Node.js 20 or newer, no packages. Try it: node verify.mjs SECRET ID TIMESTAMP SIGNATURE <body.json
import { createHmac, timingSafeEqual } from "node:crypto";
import { pathToFileURL } from "node:url";

const TOLERANCE_SECONDS = 300;

/**
 * Whether Lapwing sent this message.
 * @param {string} secret the alert's, `whsec_…`
 * @param {{ id: string, timestamp: string, signature: string }} headers `webhook-id`, `webhook-timestamp`,
 * `webhook-signature`
 * @param {Buffer} body the bytes as they came: parsed and written again they are others
 */
export function isFromLapwing(secret, { id, timestamp, signature }, body) {
	if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
	const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
	// Several during a change of the secret.
	return signature.split(" ").some((each) => {
		const [version, base64 = ""] = each.split(",");
		const given = Buffer.from(base64, "base64");
		return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
	});
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	const [secret, id, timestamp, signature] = process.argv.slice(2);
	const chunks = [];
	for await (const chunk of process.stdin) chunks.push(chunk);
	process.exitCode = isFromLapwing(secret, { id, timestamp, signature }, Buffer.concat(chunks)) ? 0 : 1;
}
