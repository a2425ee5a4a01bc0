/** Why no passkey is offered on this page, and what to do about it. */

import { Passkey } from "@lapwing/passkey/client";

export function noPasskeysHere(): string {
	const needs = "Passkeys need https or localhost.";
	// At an IP address no setting helps.
	if (!Passkey.isSupported() || /^[\d.]+$|^\[/.test(location.hostname)) return needs;
	return `Passkeys need PUBLIC_URL to be ${location.origin}, where this page was opened.`;
}
