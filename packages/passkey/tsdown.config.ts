import { defineConfig, type UserConfig } from "tsdown";

const shared: UserConfig = {
	// Its declarations are of what is published: of the tests, which reach into other packages, none are written.
	tsconfig: "tsconfig.build.json",
	// Neither Node nor browser: the server door runs on every runtime with WebCrypto, the client door in any page.
	platform: "neutral",
	target: "es2022",
	sourcemap: true,
	// What the doors share keeps its names: people read these files when they debug.
	hash: false,
	// Otherwise the types of the attestation door import ASN.1's, of which they use none and which need TypeScript 5.8.
	treeshake: { moduleSideEffects: "no-external" },
	outputOptions: { minifyInternalExports: false },
};

export default defineConfig([
	{
		...shared,
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
		dts: { generator: "tsgo", sourcemap: true },
	},
	{
		...shared,
		// The other build's classes, not copies of them. Its types are the same.
		entry: ["src/client.development.ts"],
		clean: false,
		dts: false,
		plugins: [
			{
				name: "client as it is",
				resolveId: (id) => (id.endsWith("/client.ts") ? { id: "./client.js", external: true } : null),
			},
		],
	},
]);
