import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import type {} from "./browser-of-run.ts";

/** A test file's connection to the browser of the run. `close` ends its own contexts, and no others. */
export function connectBrowser(): Promise<Browser> {
	return chromium.connect(inject("passkeyBrowser"));
}
