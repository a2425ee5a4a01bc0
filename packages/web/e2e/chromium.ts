/** Debian's Chromium, driven by playwright-core; loopback only. */

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** @param more arguments beside those of every test */
export function launchChromium(...more: readonly string[]): Promise<Browser> {
	return chromium.launch({
		executablePath: findOnPath(),
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			...more,
		],
	});
}

function findOnPath(): string {
	const candidates = (process.env["PATH"] ?? "").split(delimiter).flatMap((directory) => {
		return NAMES.map((name) => join(directory, name));
	});
	const found = candidates.find((each) => {
		try {
			accessSync(each, constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
	if (!found) throw new Error(`none of ${NAMES.join(", ")} is on the PATH: install chromium`);
	return found;
}
