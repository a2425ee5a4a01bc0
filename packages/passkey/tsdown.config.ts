import { defineConfig } from "tsdown";

export default defineConfig({
	// Its declarations are of what is published: of the tests, which reach into other packages, none are written.
	tsconfig: "tsconfig.build.json",
	entry: [
		"src/aaguids.ts",
		"src/algorithms.ts",
		"src/attestation.ts",
		"src/challenges.ts",
		"src/client.ts",
		"src/convert-passkeys.ts",
		"src/explain.ts",
		"src/migration.ts",
		"src/related-origins.ts",
		"src/server.ts",
		"src/sql.ts",
		"src/testing.ts",
	],
	// Neither Node nor browser: the server door runs on every runtime with WebCrypto, the client door in any page.
	platform: "neutral",
	target: "es2022",
	sourcemap: true,
	// What the doors share keeps its names: people read these files when they debug.
	hash: false,
	// Otherwise the types of the attestation door import ASN.1's, of which they use none and which need TypeScript 5.8.
	treeshake: { moduleSideEffects: "no-external" },
	outputOptions: { minifyInternalExports: false },
	dts: { generator: "tsgo", sourcemap: true },
});
