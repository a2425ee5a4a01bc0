/** Addresses that lead back to the machine of whoever opens them. */

/** Whether nobody on another machine reaches it: `http://localhost:7070/ping/…`. */
export function isLocalAddress(address: string): boolean {
	const hostname = URL.parse(address)?.hostname ?? "";
	return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
