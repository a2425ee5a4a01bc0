/**
 * Where a page stands: at /status/:slug, at the root of its domain, or in a folder of files. Its own addresses follow
 * from that, all of them relative to the host, so that no address of ours is needed to show a page.
 */

import type { ImageKind } from "../../../../domain/status-pages/page-image.ts";

/** File names of a page's images: a host of files tells the type by the ending. */
export type ImageNames = Readonly<Partial<Record<ImageKind, string>>>;

export interface Place {
	/** The page itself: `/status/acme`, `/`, or `../` from a page of an exported folder. */
	readonly home: string;
	/** What its other addresses begin with; ends with a slash, or is empty. */
	readonly root: string;
	/** What pages end with, where a host serves files: `.html`. */
	readonly suffix: "" | ".html";
	/** Absent where the service answers. */
	readonly images?: ImageNames;
}

export function placeOfSlug(slug: string): Place {
	return { home: `/status/${slug}`, root: `/status/${slug}/`, suffix: "" };
}

/** At the root of its domain. */
export const PLACE_OF_DOMAIN: Place = { home: "/", root: "/", suffix: "" };

/** @param depth folders between the root of the export and the file */
export function placeOfFile(depth: number, images: ImageNames = {}): Place {
	const root = depth === 0 ? "./" : "../".repeat(depth);
	return { home: `${root}index.html`, root, suffix: ".html", images };
}

export function incidentPath({ root, suffix }: Place, id: string): string {
	return `${root}incidents/${id}${suffix}`;
}

/** @param month "2026-11"; null: the latest */
export function historyPath({ root, suffix }: Place, month: string | null): string {
	return month === null ? `${root}history${suffix}` : `${root}history/${month}${suffix}`;
}

/** @param stamp changes with the image */
export function imagePath({ root, images }: Place, kind: ImageKind, stamp: string): string {
	return `${root}${images?.[kind] ?? kind}?${stamp}`;
}
