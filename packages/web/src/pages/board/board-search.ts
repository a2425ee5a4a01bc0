/** The search parameters of the board, so that a view can be shared, bookmarked and returned to. */

const STATUS_FILTERS = ["down", "degraded", "up", "pending", "paused"] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

const SORTS = ["name", "status", "response", "uptime24h", "uptime30d", "since"] as const;
export type Sort = (typeof SORTS)[number];

export interface BoardSearch {
	readonly q?: string;
	readonly status?: StatusFilter;
	readonly tag?: string;
	readonly type?: string;
	/** `type`, `tag`, or the part of tags before the colon: `team` groups by `team:web`, `team:platform`. */
	readonly group?: string;
	readonly sort?: Sort;
	readonly dense?: true;
}

export function readBoardSearch(search: Record<string, unknown>): BoardSearch {
	const text = (name: string) => (search[name] === undefined ? "" : String(search[name]));
	const oneOf = <Word extends string>(words: readonly Word[], value: string) => words.find((word) => word === value);
	const status = oneOf(STATUS_FILTERS, text("status"));
	const sort = oneOf(SORTS, text("sort"));
	return {
		...(text("q") && { q: text("q") }),
		...(status && { status }),
		...(text("tag") && { tag: text("tag") }),
		...(text("type") && { type: text("type") }),
		...(text("group") && { group: text("group") }),
		...(sort && sort !== "name" && { sort }),
		...(search["dense"] === true && { dense: true }),
	};
}

export function isFiltered(search: BoardSearch): boolean {
	return Boolean(search.q || search.status || search.tag || search.type);
}
