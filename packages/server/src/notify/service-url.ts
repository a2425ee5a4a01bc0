/** A path on a server that an owner named: below the path that its address has, as behind a proxy. */
export function serviceUrl(serverUrl: string, path: string): string {
	const base = new URL(serverUrl);
	const below = base.pathname.replace(/\/+$/, "");
	return new URL(`${below}${path}`, base.origin).href;
}
