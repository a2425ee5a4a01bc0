/**
 * Measures what each entry point adds to a bundle, minified and gzipped, compared with SimpleWebAuthn; and checks that
 * a bundle that uses less of it is smaller.
 */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bytes at most, minified and gzipped, with everything an entry point imports. The README promises these. */
const BUDGETS = { "@lapwing/passkey/client": 3_400, "@lapwing/passkey/server": 10_240 };
/** Of a page that only asks whether passkeys are supported. */
const QUESTION_BUDGET = 400;
/** Of a page that names authenticators: half of it is AAGUIDs, which nothing compresses. */
const AAGUIDS_BUDGET = 16_384;
/** Found in a bundle of the server entry point only if it holds what a host has to import separately. */
const OPT_IN_MARKS = ["2.5.29.19", "Authenticator Attestation", "P-384", "P-521", "RSA-PSS", "ML-DSA"];
const PEERS = {
	"@lapwing/passkey/client": "@simplewebauthn/browser",
	"@lapwing/passkey/server": "@simplewebauthn/server",
};

export async function checkSizes(): Promise<void> {
	for (const [entry, budget] of Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]) {
		const size = gzipped(await bundle(`export * from "${entry}"`));
		const peer = gzipped(await bundle(`export * from "${PEERS[entry]}"`));
		process.stdout.write(`  ${entry}: ${size} bytes of ${budget} (${PEERS[entry]}: ${peer})\n`);
		if (size > budget) throw new Error(`${entry} takes ${size} bytes, minified and gzipped; its budget is ${budget}`);
	}
	for (const entry of [
		"aaguids",
		"algorithms",
		"attestation",
		"challenges",
		"client",
		"explain",
		"migration",
		"related-origins",
		"server",
		"sql",
		"testing",
	]) {
		const unused = await bundle(`import "@lapwing/passkey/${entry}"`);
		if (unused.trim() !== "")
			throw new Error(`a bundle that uses nothing of the entry point ${entry} holds\n${unused}`);
	}
	const server = await bundle(`export * from "@lapwing/passkey/server"`);
	for (const mark of OPT_IN_MARKS) {
		if (server.includes(mark)) throw new Error(`the server entry point holds what is imported separately: ${mark}`);
	}
	const oneAlgorithm = await bundle(`export { ES384 } from "@lapwing/passkey/algorithms"`);
	if (!oneAlgorithm.includes("P-384") || oneAlgorithm.includes("ML-DSA")) {
		throw new Error("a bundle with one algorithm holds others too");
	}
	const withAlgorithms = ["server", "algorithms"].map((entry) => `export * from "@lapwing/passkey/${entry}";`).join("");
	const algorithms = gzipped(await bundle(withAlgorithms)) - gzipped(server);
	process.stdout.write(`  @lapwing/passkey/algorithms: ${algorithms} bytes more than the server entry point
`);
	const attestation = gzipped(await bundle(`export * from "@lapwing/passkey/attestation"`));
	process.stdout.write(`  @lapwing/passkey/attestation: ${attestation} bytes, its two ASN.1 packages included\n`);
	const questionAlone = gzipped(await bundle(`export { isSupported } from "@lapwing/passkey/client"`));
	process.stdout.write(`  isSupported of @lapwing/passkey/client: ${questionAlone} bytes of ${QUESTION_BUDGET}\n`);
	if (questionAlone > QUESTION_BUDGET) throw new Error("a page that asks isSupported alone holds more than that");
	const aaguids = gzipped(await bundle(`export * from "@lapwing/passkey/aaguids"`));
	process.stdout.write(`  @lapwing/passkey/aaguids: ${aaguids} bytes of ${AAGUIDS_BUDGET}\n`);
	if (aaguids > AAGUIDS_BUDGET) throw new Error("the list of authenticators is longer than a page should load");
	const inDevelopment = await bundle(`export { Passkey } from "@lapwing/passkey/client"`, ["development"]);
	const inProduction = await bundle(`export { Passkey } from "@lapwing/passkey/client"`);
	if (!inDevelopment.includes("console.warn") || inProduction.includes("console")) {
		throw new Error("the client's warnings belong to pages in development, all of them and no others");
	}
	const errorAlone = await bundle(`export { CancelledError } from "@lapwing/passkey/client"`);
	if (errorAlone.includes("credentials")) throw new Error("a bundle with one error class holds the ceremonies too");
}

/** The built packages, as a page's bundler takes them. */
async function bundle(entry: string, conditions: string[] = []): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: entry, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
		bundle: true,
		minify: true,
		target: "es2022",
		write: false,
		conditions,
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
