/** When a page asks its authenticator to sign in: the DevTools protocol has no event for the start of a ceremony. */

import type { BrowserContext, Frame } from "playwright-core";

/** Counts in every document that the context opens from now on. */
export async function countSignIns(context: BrowserContext): Promise<void> {
	await context.addInitScript(count);
}

/**
 * Waits until the document has begun a sign-in. Chromium's virtual authenticator answers a request when it arrives or
 * never: a person who was away then and comes back after this answers only later ones.
 */
export async function signInBegun(frame: Frame): Promise<void> {
	await frame.waitForFunction(() => globalThis.signInsBegun > 0);
}

/** Runs in every document before its own scripts. */
function count(): void {
	globalThis.signInsBegun = 0;
	const container = navigator.credentials;
	const get = container?.get.bind(container);
	if (!get) return;
	container.get = async (options) => {
		globalThis.signInsBegun += 1;
		const aborted = new Promise((resolve) => options?.signal?.addEventListener("abort", resolve));
		await Promise.race([globalThis.personComesBack, aborted]);
		options?.signal?.throwIfAborted();
		return get(options);
	};
}

declare global {
	/** How often the document called `navigator.credentials.get`. */
	var signInsBegun: number;
	/** Until then the browser is not asked, as if nobody looked at its menu. Its authenticator would lock after five. */
	var personComesBack: Promise<void> | undefined;
}
