/**
 * Where pages come from: the database, with the addresses that this service has. Figures of days change slowly and cost
 * most, so they are kept for longer than the page.
 */

import { MINUTE_MS } from "../../../../domain/durations.ts";
import { isOwnHost } from "../../../../domain/status-pages/page-domain.ts";
import type { Tx } from "../../../../storage/database/tx.ts";
import { knownDomains } from "../../../../storage/status-pages/domains.ts";
import { imageOfPublicPage } from "../../../../storage/status-pages/images.ts";
import { openSlugs, readPageVersion } from "../../../../storage/status-pages/page-version.ts";
import {
	type FiguresWanted,
	type PublicFigures,
	publicFigures,
} from "../../../../storage/status-pages/public-figures.ts";
import { readMonth, readPublicIncident } from "../../../../storage/status-pages/public-history.ts";
import { readPublicPage } from "../../../../storage/status-pages/public-page.ts";
import { placeOfSlug } from "../render/place.ts";
import type { PageSource } from "./public-pages.ts";

/** A bar shows days: a minute more or less is not seen. */
const FIGURES_FOR_MS = MINUTE_MS;
/** Pages whose figures are kept; the one that was read first goes first. */
const MAX_FIGURES = 200;

interface Options {
	readonly database: Tx;
	/** PUBLIC_URL; null: pages without a domain have no address. */
	readonly publicUrl: string | null;
	/** Hosts under which this service itself is reached: none of them is a page's. Default: none is known. */
	readonly ownHosts?: readonly string[];
	/** Whether mails can be sent. Default: false. */
	readonly sendsMail?: boolean;
	/** Origin of links in mails; null: pages without a domain have none. */
	readonly linkOrigin?: string | null;
	/** Epoch milliseconds. */
	now(): number;
}

export function pageSource(options: Options): PageSource {
	const { database, publicUrl, ownHosts = [], sendsMail = false, linkOrigin = null, now } = options;
	const kept = new Map<string, { readonly at: number; readonly figures: PublicFigures }>();

	async function figuresOf(page: FiguresWanted, version: number, at: number): Promise<PublicFigures> {
		// Components that are added are there at once.
		const key = `${page.id} ${version}`;
		const known = kept.get(key);
		if (known !== undefined && at - known.at < FIGURES_FOR_MS && at >= known.at) return known.figures;
		const figures = await publicFigures(database, page, at);
		kept.delete(key);
		if (kept.size >= MAX_FIGURES) kept.delete(kept.keys().next().value ?? "");
		kept.set(key, { at, figures });
		return figures;
	}

	return {
		async page(slug) {
			const at = now();
			const version = await readPageVersion(database);
			const page = await readPublicPage(database, slug, {
				now: at,
				figures: (wanted) => figuresOf(wanted, version, at),
			});
			if (page === null || "movedTo" in page) return page;
			const address = publicUrl === null ? null : new URL(placeOfSlug(slug).home, publicUrl).href;
			const takesSubscribers = sendsMail && (page.address !== null || linkOrigin !== null);
			return { ...page, address: page.address ?? address, takesSubscribers };
		},
		month: (page, key) => readMonth(database, page, key, now()),
		async incident(page, id) {
			const shown = [...page.open, ...page.past].find((each) => each.id === id);
			return shown ?? readPublicIncident(database, page.slug, id, now());
		},
		image: (page, kind) => imageOfPublicPage(database, page.slug, kind),
		version: () => readPageVersion(database),
		async domains() {
			const known = await knownDomains(database);
			// An operator may have moved the service to one of them since.
			return known.filter(({ name }) => !isOwnHost(name, ownHosts));
		},
		openOf: (slugs) => openSlugs(database, slugs),
		isAway: (error) => database.dialect.isTransient(error),
	};
}
