/** Into the dashboard after a sign-in: with a fresh page, so that nothing of whoever was here before remains. */

/** Where to go: an address of this site, never another's. */
export function safeReturn(wanted: string | undefined): string {
	if (wanted === undefined || !wanted.startsWith("/") || wanted.startsWith("//") || wanted.includes("\\")) return "/";
	const url = URL.parse(wanted, location.origin);
	if (url === null || url.origin !== location.origin || url.pathname.startsWith("/sign-in")) return "/";
	return url.pathname + url.search + url.hash;
}

export function enter(wanted: string | undefined): void {
	location.assign(safeReturn(wanted));
}
