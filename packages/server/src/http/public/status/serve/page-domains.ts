/**
 * Which host leads to which page, in memory: requests for hosts that nobody has proven reach no database, however many
 * there are. Read anew with every change of a page (./public-pages.ts).
 */

/** A domain that leads to a page, or did. */
export interface KnownDomain {
	readonly name: string;
	/** Of the page that it leads to; null: to none any more, and nothing of this service is shown under it. */
	readonly slug: string | null;
}

export class PageDomains {
	/** By name; one a page at most. */
	#domains: ReadonlyMap<string, KnownDomain> = new Map();

	replace(domains: readonly KnownDomain[]): void {
		this.#domains = new Map(domains.map((domain) => [domain.name, domain]));
	}

	/** The names that lead to a page. */
	of(slug: string): readonly string[] {
		return [...this.#domains.values()].filter((domain) => domain.slug === slug).map(({ name }) => name);
	}

	/**
	 * Null: the host is no domain of a page.
	 * @param host as a request names it: any case, with or without a port or a dot at its end
	 */
	find(host: string | undefined): KnownDomain | null {
		if (host === undefined || this.#domains.size === 0) return null;
		const known = this.#domains.get(host);
		if (known !== undefined) return known;
		return this.#domains.get(host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "")) ?? null;
	}
}
