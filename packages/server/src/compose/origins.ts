/** The origins of links to this service. */

import type { Config } from "../config/config.ts";

/** The origin of links in notices; null when none is configured that a reader elsewhere could use. */
export function linkOrigin({ publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">): string | null {
	if (publicUrl !== null) return publicUrl;
	return port === 0 || host === "0.0.0.0" || host === "::" ? null : originOf(host, port);
}

export function originOf(host: string, port: number): string {
	return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * The origin of links printed for the operator. Without a configured one it is this machine by the name `localhost`,
 * because browsers do not allow passkeys for IP addresses.
 */
export function welcomeOrigin({ publicUrl, host }: Pick<Config, "publicUrl" | "host">, port: number): string {
	if (publicUrl !== null) return publicUrl;
	return originOf(LOCAL_HOSTS.has(host) ? "localhost" : host, port);
}

/** Addresses of this machine itself, including those that mean "all addresses". */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "0.0.0.0", "::"]);

/** Hosts under which this service itself is reached: no status page can have one of them as its domain. */
export function ownHosts({ publicUrl, host }: Pick<Config, "publicUrl" | "host">): string[] {
	return [host, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])];
}
