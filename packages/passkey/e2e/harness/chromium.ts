/** Debian's Chromium, driven by playwright-core; loopback only. */

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** A host name that leads to this machine and that browsers, unlike localhost, do not take for secure. */
export const INSECURE_HOST = "insecure.test";

export interface ChromiumOptions {
	/** Where https of every `.example` domain leads to, whose certificates are then not checked. Default: nowhere. */
	examplePort?: number;
}

export function launchChromium({ examplePort }: ChromiumOptions = {}): Promise<Browser> {
	const rules = [`MAP ${INSECURE_HOST} 127.0.0.1`];
	if (examplePort) rules.push(`MAP *.example:443 127.0.0.1:${examplePort}`);
	return chromium.launch({
		executablePath: findOnPath(["chromium", "chromium-browser", "google-chrome"]),
		args: [
			"--no-sandbox",
			"--disable-quic",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			"--no-first-run",
			`--host-resolver-rules=${rules.join(", ")}`,
			...(examplePort ? ["--ignore-certificate-errors"] : []),
		],
	});
}

function findOnPath(names: string[]): string {
	const { PATH = "" } = process.env;
	const candidates = names.flatMap((name) => PATH.split(delimiter).map((directory) => join(directory, name)));
	const found = candidates.find((each) => {
		try {
			accessSync(each, constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
	if (!found) throw new Error(`none of ${names.join(", ")} is on the PATH: install chromium`);
	return found;
}
