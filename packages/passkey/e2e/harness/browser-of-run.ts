/**
 * One Chromium for the whole run, for a start of it takes a second of CPU. Test files connect to it: see
 * connect-browser.ts.
 */

import type { TestProject } from "vitest/node";
import { serveChromium } from "./chromium.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Where this package's test files connect to Chromium: a WebSocket, whose path is a secret. */
		passkeyBrowser: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const server = await serveChromium();
	project.provide("passkeyBrowser", server.wsEndpoint());
	return () => server.close();
}
