import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";

const config: NextConfig = {
	// The recipes share files, and the library stands in a workspace above; an app of its own needs neither line.
	turbopack: { root: fileURLToPath(new URL("../../../..", import.meta.url)) },
	outputFileTracingRoot: fileURLToPath(new URL("../../../..", import.meta.url)),
};

export default config;
