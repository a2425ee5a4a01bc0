/** Debian's Chromium, driven by playwright-core; loopback only. */

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserServer, chromium } from "playwright-core";

/** A host name that resolves to this machine and that browsers, unlike localhost, treat as insecure. */
export const INSECURE_HOST = "insecure.test";

export interface ChromiumOptions {
	/**
	 * The port on this machine that serves https for every `.example` domain; certificates are not checked. Default:
	 * none.
	 */
	examplePort?: number;
	/** Whether pages that are left may come back as they were; Playwright's default is no. */
	hasBackForwardCache?: boolean;
}

export function launchChromium(options: ChromiumOptions): Promise<Browser> {
	return chromium.launch(launchOptions(options));
}

/** One that several programs share, each with contexts of its own: `chromium.connect`. */
export function serveChromium(): Promise<BrowserServer> {
	return chromium.launchServer(launchOptions());
}

function launchOptions({ examplePort, hasBackForwardCache }: ChromiumOptions = {}) {
	const rules = [`MAP ${INSECURE_HOST} 127.0.0.1`];
	if (examplePort) rules.push(`MAP *.example:443 127.0.0.1:${examplePort}`);
	return {
		...(hasBackForwardCache && { ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
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
	};
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
