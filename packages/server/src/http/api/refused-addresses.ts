/**
 * Refuses a body that names an address to which this service never connects. Names are resolved at each check, and what
 * they resolve to is tested there; a literal address can be refused at once, with the reason.
 */

import { type Detail, Refusal } from "../kernel/refusal.ts";
import type { Services } from "../services.ts";

type Refusing = Pick<Services, "addressRefusal">;

/** A URL or a host, and its place in the body. */
interface Target {
	readonly path: string;
	/** A URL, a host, or a host and a port. */
	readonly text: unknown;
}

/** Where the checks of a monitor's body connect to. */
export function targetsOf(body: Readonly<Record<string, unknown>>): Target[] {
	const steps = Array.isArray(body["steps"]) ? (body["steps"] as readonly { url?: unknown }[]) : [];
	return [
		...["url", "host", "resolver"].map((name) => ({ path: `/${name}`, text: body[name] })),
		...steps.map((step, index) => ({ path: `/steps/${index}/url`, text: step?.url })),
	];
}

/** Where the messages of an alert's channel are sent. */
export function targetsOfChannel(channel: Readonly<Record<string, unknown>>): Target[] {
	return ["url", "serverUrl"].map((name) => ({ path: `/channel/${name}`, text: channel[name] }));
}

/** Null when none of the targets is a refused address. */
export function refusedAddress({ addressRefusal }: Refusing, targets: readonly Target[]): Refusal | null {
	if (addressRefusal === undefined) return null;
	const details = targets.flatMap(({ path, text }): Detail[] => {
		const host = typeof text === "string" ? hostOf(text) : null;
		const reason = host === null ? null : addressRefusal(host);
		return reason === null ? [] : [{ path, message: `Lapwing does not connect there: ${reason}.` }];
	});
	return details.length === 0 ? null : new Refusal("VALIDATION_ERROR", "The request failed validation.", { details });
}

/** The host as a URL's parser reads it: 0xA9FEA9FE and 169.254.169.254 are one address. */
function hostOf(text: string): string | null {
	const url = URL.parse(text.includes("://") ? text : `http://${bracketed(text)}`);
	return url === null ? null : url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** A bare IPv6 address, which a URL has in brackets. */
function bracketed(host: string): string {
	return /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(host) ? `[${host}]` : host;
}
