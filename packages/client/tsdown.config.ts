import { defineConfig } from "tsdown";

export default defineConfig({
	// Its declarations are of what is published: the tests reach into other packages.
	tsconfig: "tsconfig.build.json",
	entry: ["src/index.ts", "src/return-address.ts", "src/limits.ts"],
	// Neither Node nor browser: it needs fetch and streams, which both have.
	platform: "neutral",
	target: "es2022",
	sourcemap: true,
	dts: { generator: "tsgo", sourcemap: true },
});
