/** Debian's Chromium, driven by playwright-core; loopback only. */

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserServer, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Names that lead to this machine, each an origin that is neither localhost nor secure. */
export const NAMES_OF_THIS_MACHINE = ["nas.lan", "status.acme.test"] as const;

export function launchChromium(): Promise<Browser> {
	return chromium.launch(options());
}

/** One that several programs share, each with contexts of its own: `chromium.connect`. */
export function serveChromium(): Promise<BrowserServer> {
	return chromium.launchServer(options());
}

function options() {
	return {
		executablePath: findOnPath(),
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			`--host-resolver-rules=${NAMES_OF_THIS_MACHINE.map((name) => `MAP ${name} 127.0.0.1`).join()}`,
		],
	};
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
