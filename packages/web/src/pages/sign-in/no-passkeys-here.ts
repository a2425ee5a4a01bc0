/** Why no passkey is offered on this page, and what to do about it. */

import { Passkey } from "@lapwing/passkey/client";

export function noPasskeysHere(): string {
	// At an IP address no setting helps.
	const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
	if (isAddress && location.protocol === "https:") return "Passkeys need a host name in place of an IP address.";
	if (isAddress || !isSecureContext) return "Passkeys need https or localhost.";
	if (!Passkey.isSupported()) return "This browser has no passkeys.";
	return `Passkeys need PUBLIC_URL to be ${location.origin}, where this page was opened.`;
}
