/** What a monitor of an address is called when nobody names it. */

/** Names are read in rows. */
const MAX_LENGTH = 80;

/** The host, and the path where there is one: `example.com`, `example.com:8443/health`. */
export function addressName(address: unknown): string {
	const text = String(address ?? "").trim();
	const url = URL.parse(text.includes("://") ? text : `https://${text}`);
	if (text === "" || url === null) return "";
	const name = `${url.host}${url.pathname.replace(/\/$/, "")}`;
	return name.length <= MAX_LENGTH ? name : `${name.slice(0, MAX_LENGTH - 1)}…`;
}
