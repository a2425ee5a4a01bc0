/**
 * Addresses to which this service never connects. Names are resolved at each check, and what they resolve to is tested
 * there; a literal address can be refused at once, with the reason.
 */

import { failure, type Result, success } from "@lapwing/result";
import { Problem, type ProblemDetail } from "../domain/problem.ts";

export interface AddressRule {
	/** Why this service never connects to a host that is an address; null for names, and for all other addresses. */
	readonly addressRefusal?: ((host: string) => string | null) | undefined;
}

/** A URL or a host, and its place in the input. */
interface Target {
	readonly path: string;
	/** A URL, a host, or a host and a port. */
	readonly text: unknown;
}

/** Where the checks of a monitor connect to. */
export function targetsOf(settings: Readonly<Record<string, unknown>>): Target[] {
	const steps = Array.isArray(settings["steps"]) ? (settings["steps"] as readonly { url?: unknown }[]) : [];
	return [
		...["url", "host", "resolver"].map((name) => ({ path: `/${name}`, text: settings[name] })),
		...steps.map((step, index) => ({ path: `/steps/${index}/url`, text: step?.url })),
	];
}

/** Where the messages of an alert's channel are sent. */
export function targetsOfChannel(channel: Readonly<Record<string, unknown>>): Target[] {
	return ["url", "serverUrl"].map((name) => ({ path: `/channel/${name}`, text: channel[name] }));
}

/** A problem that names each target with a refused address. */
export function requireReachable(
	{ addressRefusal }: AddressRule,
	targets: readonly Target[],
): Result<undefined, Problem<"invalid">> {
	if (addressRefusal === undefined) return success();
	const details = targets.flatMap(({ path, text }): ProblemDetail[] => {
		const host = typeof text === "string" ? hostOf(text) : null;
		const reason = host === null ? null : addressRefusal(host);
		return reason === null ? [] : [{ path, message: `Lapwing does not connect there: ${reason}.` }];
	});
	return details.length === 0 ? success() : failure(new Problem("invalid", details));
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
