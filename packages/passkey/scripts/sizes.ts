/**
 * What the doors add to a bundle, minified and gzipped, beside what SimpleWebAuthn adds; and whether a bundle that uses
 * less of them gets less.
 */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bytes, minified and gzipped, with everything a door imports. What we promise in the README. */
const BUDGETS = { "@lapwing/passkey/client": 3_000, "@lapwing/passkey/server": 10_000 };
const PEERS = {
	"@lapwing/passkey/client": "@simplewebauthn/browser",
	"@lapwing/passkey/server": "@simplewebauthn/server",
};

export async function checkSizes(): Promise<void> {
	for (const [door, budget] of Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]) {
		const size = gzipped(await bundle(`export * from "${door}"`));
		const peer = gzipped(await bundle(`export * from "${PEERS[door]}"`));
		process.stdout.write(`  ${door}: ${size} bytes of ${budget} (${PEERS[door]}: ${peer})\n`);
		if (size >= budget) throw new Error(`${door} takes ${size} bytes, minified and gzipped; its budget is ${budget}`);
	}
	for (const door of ["attestation", "client", "migration", "related-origins", "server", "testing"]) {
		const unused = await bundle(`import "@lapwing/passkey/${door}"`);
		if (unused.trim() !== "") throw new Error(`a bundle that uses nothing of the ${door} door holds\n${unused}`);
	}
	const server = await bundle(`export * from "@lapwing/passkey/server"`);
	for (const mark of ["2.5.29.19", "Authenticator Attestation"]) {
		if (server.includes(mark)) throw new Error(`the server door holds what attestation alone needs: ${mark}`);
	}
	const attestation = gzipped(await bundle(`export * from "@lapwing/passkey/attestation"`));
	process.stdout.write(`  @lapwing/passkey/attestation: ${attestation} bytes, its two ASN.1 packages included\n`);
	const errorAlone = await bundle(`export { CancelledError } from "@lapwing/passkey/client"`);
	if (errorAlone.includes("credentials")) throw new Error("a bundle with one error class holds the ceremonies too");
}

/** The built packages, as a page's bundler takes them. */
async function bundle(entry: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: entry, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
		bundle: true,
		minify: true,
		write: false,
		format: "esm",
		platform: "neutral",
		mainFields: ["module", "main"],
		external: ["node:*"],
		logLevel: "error",
	});
	return outputFiles.map((each) => each.text).join("");
}

function gzipped(text: string): number {
	return gzipSync(text, { level: 9 }).length;
}
