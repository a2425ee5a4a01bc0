/** Which page, and what of it, a path names: `/status/acme`, `/status/acme.json`, `/status/acme/feed.atom`. */

interface StatusPath {
	readonly slug: string;
	/** Below the page, without a slash before it; empty: the page itself. */
	readonly path: string;
}

const STATUS = /^\/status\/([a-z0-9-]{1,63})(?:(\.json)|\/(.*))?$/;
/** No path of ours is longer. */
export const MAX_LENGTH = 200;

/** Null: it is no path of a page. */
export function statusPath(pathname: string): StatusPath | null {
	if (pathname.length > MAX_LENGTH) return null;
	const match = STATUS.exec(pathname);
	if (match === null) return null;
	const [, slug = "", json, path] = match;
	return { slug, path: json === undefined ? (path ?? "") : "status.json" };
}
