/**
 * Measures what each entry point adds to a bundle, minified and gzipped, compared with SimpleWebAuthn; and checks that
 * a bundle that uses less of it is smaller.
 */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bytes, minified and gzipped, with everything an entry point imports. The README promises these. */
const BUDGETS = { "@lapwing/passkey/client": 3_000, "@lapwing/passkey/server": 10_000 };
const PEERS = {
	"@lapwing/passkey/client": "@simplewebauthn/browser",
	"@lapwing/passkey/server": "@simplewebauthn/server",
};

export async function checkSizes(): Promise<void> {
	for (const [entry, budget] of Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]) {
		const size = gzipped(await bundle(`export * from "${entry}"`));
		const peer = gzipped(await bundle(`export * from "${PEERS[entry]}"`));
		process.stdout.write(`  ${entry}: ${size} bytes of ${budget} (${PEERS[entry]}: ${peer})\n`);
		if (size >= budget) throw new Error(`${entry} takes ${size} bytes, minified and gzipped; its budget is ${budget}`);
	}
	for (const entry of ["attestation", "client", "migration", "related-origins", "server", "testing"]) {
		const unused = await bundle(`import "@lapwing/passkey/${entry}"`);
		if (unused.trim() !== "")
			throw new Error(`a bundle that uses nothing of the entry point ${entry} holds\n${unused}`);
	}
	const server = await bundle(`export * from "@lapwing/passkey/server"`);
	for (const mark of ["2.5.29.19", "Authenticator Attestation"]) {
		if (server.includes(mark)) throw new Error(`the server entry point holds what only attestation needs: ${mark}`);
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
