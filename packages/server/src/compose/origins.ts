/** Under which addresses this service can be reached. */

import type { Config } from "../config.ts";

/** Where links in notices lead; null when no address is configured that their reader could use. */
export function linkOrigin({ publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">): string | null {
	if (publicUrl !== null) return publicUrl;
	return port === 0 || host === "0.0.0.0" || host === "::" ? null : originOf(host, port);
}

export function originOf(host: string, port: number): string {
	return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * Where the operator opens a printed link, on this machine when nothing else is configured: by the name `localhost`,
 * because browsers know no passkeys of addresses.
 */
export function welcomeOrigin({ publicUrl, host }: Pick<Config, "publicUrl" | "host">, port: number): string {
	if (publicUrl !== null) return publicUrl;
	return originOf(LOCAL_HOSTS.has(host) ? "localhost" : host, port);
}

/** Addresses under which this machine reaches itself, those that stand for all of its addresses included. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "0.0.0.0", "::"]);
