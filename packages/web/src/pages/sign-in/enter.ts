/** Opens the dashboard after a sign-in with a full page load, so that no data of an earlier user remains. */

/** The address to open, which is always of this site. */
export function safeReturn(wanted: string | undefined): string {
	if (wanted === undefined || !wanted.startsWith("/") || wanted.startsWith("//") || wanted.includes("\\")) return "/";
	const url = URL.parse(wanted, location.origin);
	if (url === null || url.origin !== location.origin || url.pathname.startsWith("/sign-in")) return "/";
	return url.pathname + url.search + url.hash;
}

export function enter(wanted: string | undefined): void {
	location.assign(safeReturn(wanted));
}
