/**
 * The secret of a link while its reader signs in: kept for this tab alone, because an address that leads back must not
 * hold it.
 */

const KEY = "lapwing.link ";

export function keepSecret(path: string, secret: string): void {
	try {
		sessionStorage.setItem(KEY + path, secret);
	} catch {
		// Storage may be forbidden; then the reader opens the link again.
	}
}

export function keptSecret(path: string): string {
	try {
		return sessionStorage.getItem(KEY + path) ?? "";
	} catch {
		return "";
	}
}

export function dropKeptSecret(path: string): void {
	try {
		sessionStorage.removeItem(KEY + path);
	} catch {
		// Nothing was kept.
	}
}
