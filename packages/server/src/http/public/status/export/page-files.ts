/** Every file of a page that is exported: its form at each path, with names that a host of files can serve. */

import { COMPONENT_STATES } from "../../../../domain/status-pages/component-state.ts";
import type { ImageKind } from "../../../../domain/status-pages/page-image.ts";
import { componentsOf, type PublicIncident, type PublicPage } from "../../../../domain/status-pages/public-page.ts";
import { EMBED_SCRIPT_OF_FILES } from "../assets/embed-script.ts";
import { PAGE_SCRIPT } from "../assets/page-script.ts";
import { PAGE_STYLE } from "../assets/page-style.ts";
import { assetAt, type MonthOfPage, presentMonth, write } from "../forms/form.ts";
import { STATUSPAGE_ANSWERS } from "../forms/statuspage.ts";
import { type ImageNames, placeOfFile } from "../render/place.ts";
import type { PageSource } from "../serve/public-pages.ts";

export interface PageFile {
	/** Below the page's folder: `history/2026-11.html`. */
	readonly path: string;
	readonly content: string | Uint8Array;
}

/** Ten years; an older month is left to the service. */
const MOST_MONTHS = 120;

/** Null: the page was closed meanwhile. */
export async function filesOfPage(page: PublicPage, source: PageSource): Promise<readonly PageFile[] | null> {
	// Nobody can subscribe at a host of files.
	const shown: PublicPage = { ...page, takesSubscribers: false };
	const months = await monthsOf(shown, source);
	if (months === null) return null;
	const files: PageFile[] = [];
	const images = await addImages(shown, source, files);
	const more = { ...source, month: async (_: PublicPage, key: string) => months.get(key) ?? null };
	const add = async (path: string, name: string) => {
		const place = placeOfFile(name.split("/").length - 1, images);
		const written = assetAt(path) ?? (await write({ page: shown, place, path, ageMs: 0 }, more));
		if (written !== null) files.push({ path: name, content: written.text });
	};
	await add("", "index.html");
	await add("history", "history.html");
	for (const key of months.keys()) await add(`history/${key}`, `history/${key}.html`);
	for (const id of incidentIds(shown, months.values())) await add(`incidents/${id}`, `incidents/${id}.html`);
	for (const name of Object.keys(STATUSPAGE_ANSWERS)) await add(`api/v2/${name}`, `api/v2/${name}`);
	const badges = componentsOf(shown).map(({ id }) => `badge/${id}.svg`);
	const icons = COMPONENT_STATES.map((state) => `icon-${state}.svg`);
	const alike = [PAGE_STYLE.name, PAGE_SCRIPT.name, ...icons];
	for (const path of ["status.json", "feed.atom", "theme.css", "badge.svg", ...badges, ...alike]) await add(path, path);
	files.push({ path: "embed.js", content: EMBED_SCRIPT_OF_FILES.text });
	return files;
}

/** By key, the latest first. Null: the page was closed meanwhile. */
async function monthsOf(page: PublicPage, source: PageSource): Promise<ReadonlyMap<string, MonthOfPage> | null> {
	const months = new Map<string, MonthOfPage>();
	let key: string | null = presentMonth(page);
	while (key !== null && months.size < MOST_MONTHS) {
		const month: MonthOfPage | null = await source.month(page, key);
		if (month === null) return months.size === 0 ? null : months;
		const isLast = months.size === MOST_MONTHS - 1;
		months.set(key, isLast ? { ...month, earlier: null } : month);
		key = month.earlier;
	}
	return months;
}

/** Those that a page, a bar or a month leads to. */
function incidentIds(page: PublicPage, months: Iterable<MonthOfPage>): ReadonlySet<string> {
	const inMonths: readonly PublicIncident[] = [...months].flatMap(({ incidents }) => incidents);
	return new Set([...page.open, ...page.past, ...page.marks, ...inMonths].map(({ id }) => id));
}

const ENDINGS: Readonly<Record<string, string>> = { "image/png": "png", "image/webp": "webp" };

/** The names of the images, with endings that tell a host their type. */
async function addImages(page: PublicPage, source: PageSource, files: PageFile[]): Promise<ImageNames> {
	const names: Partial<Record<ImageKind, string>> = {};
	for (const kind of ["logo", "icon"] as const) {
		const image = page.theme[kind] === null ? null : await source.image(page, kind);
		const ending = ENDINGS[image?.type ?? ""];
		if (image === null || ending === undefined) continue;
		names[kind] = `${kind}.${ending}`;
		files.push({ path: `${kind}.${ending}`, content: image.bytes });
	}
	return names;
}
