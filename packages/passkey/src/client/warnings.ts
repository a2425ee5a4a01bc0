/**
 * What browsers leave unsaid, in words, in the console of a page on this machine: nobody else reads it. Each is said
 * once.
 */

import { featureOf, isPermitted, type Operation } from "./permission.ts";

const said = new Set<string>();

/** An autofill without such an input waits for ever: no menu has a passkey in it. */
export function warnOfInput(): void {
	if (globalThis.document && !hasInput(document)) {
		warn('no input of this page has autocomplete="username webauthn", so that no menu offers the passkeys of autofill');
	}
}

function hasInput(root: ParentNode): boolean {
	const isOffering = (each: Element) => /\bwebauthn\b/i.test(each.getAttribute("autocomplete") ?? "");
	const elements = [...root.querySelectorAll("*")];
	return elements.some((each) => isOffering(each) || (each.shadowRoot !== null && hasInput(each.shadowRoot)));
}

export function warnOfPolicy(operation: Operation): void {
	if (isPermitted(operation)) return;
	const feature = featureOf(operation);
	warn(`the permissions policy denies ${feature}: the page around must give this frame allow="${feature}"`);
}

/** @param id the relying party's, of options that nobody has read yet. */
export function warnOfRelyingPartyId(id: unknown): void {
	const { hostname = "" } = globalThis.location ?? {};
	if (/^[\d.]+$|^\[/.test(hostname)) {
		warn(`browsers have no passkeys at an address such as ${hostname}: open the page at http://localhost`);
	} else if (typeof id === "string" && hostname !== id && !hostname.endsWith(`.${id}`)) {
		warn(`the relying party id "${id}" does not fit this page, which is on ${hostname}: use "${hostname}" here`);
	}
}

function warn(text: string): void {
	const isOnThisMachine = /(^|\.)localhost$|^127\.|^\[::1]$/.test(globalThis.location?.hostname ?? "");
	if (!isOnThisMachine || said.has(text)) return;
	said.add(text);
	// biome-ignore lint/suspicious/noConsole: for the developer of the page, on their own machine alone
	console.warn(`@lapwing/passkey: ${text}`);
}
