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
