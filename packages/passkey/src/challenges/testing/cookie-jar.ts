/** A visitor's cookies, as a browser keeps them between requests. */

import type { RequestCookies } from "../sealed-challenges.ts";

export class CookieJar implements RequestCookies {
	readonly values: Map<string, string>;

	constructor(values: Iterable<[string, string]> = []) {
		this.values = new Map(values);
	}

	all(): Record<string, string> {
		return Object.fromEntries(this.values);
	}

	set(name: string, value: string, maxAge: number): void {
		if (maxAge > 0) this.values.set(name, value);
		else this.values.delete(name);
	}
}
