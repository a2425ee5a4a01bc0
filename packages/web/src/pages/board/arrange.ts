/**
 * Filters, sorts and groups the monitors of the board. Failing monitors come first, regardless of grouping and sorting.
 * It runs at each keystroke over ten thousand monitors, so it compares precomputed values.
 */

import type { BoardMonitor } from "../../api/board.ts";
import { inNaturalOrder } from "../../format/natural-order.ts";
import { typeName } from "../../format/words.ts";
import type { BoardSearch, Sort } from "./board-search.ts";

type Row =
	| { readonly kind: "heading"; readonly label: string; readonly count: number }
	| { readonly kind: "monitor"; readonly monitor: BoardMonitor };

export interface Arrangement {
	readonly rows: readonly Row[];
	/** Those shown, in the order shown. */
	readonly monitors: readonly BoardMonitor[];
	/** The positions of the headings and the number of rows; equal as long as every row keeps its height. */
	readonly layout: string;
}

const NEEDS_ATTENTION = "Needs attention";
const SEVERITY = { down: 0, degraded: 1, pending: 2, up: 3 } as const;

export function arrange(monitors: readonly BoardMonitor[], search: BoardSearch): Arrangement {
	const shown = filtered(monitors, search);
	const failing: BoardMonitor[] = [];
	const groups = new Map<string, BoardMonitor[]>();
	for (const monitor of shown) {
		if (needsAttention(monitor)) {
			failing.push(monitor);
			continue;
		}
		const label = groupOf(monitor, search.group);
		const group = groups.get(label);
		if (group) group.push(monitor);
		else groups.set(label, [monitor]);
	}
	const compare = COMPARE[search.sort ?? "name"];
	const rows: Row[] = [];
	const ordered: BoardMonitor[] = [];
	const headings: number[] = [];
	const add = (label: string | null, members: readonly BoardMonitor[]) => {
		if (label !== null) {
			headings.push(rows.length);
			rows.push({ kind: "heading", label, count: members.length });
		}
		for (const monitor of members) {
			rows.push({ kind: "monitor", monitor });
			ordered.push(monitor);
		}
	};
	if (failing.length > 0) add(NEEDS_ATTENTION, failing.sort(bySeverity));
	for (const label of inLabelOrder([...groups.keys()])) {
		const members = groups.get(label) ?? [];
		const isOnlyList = search.group === undefined && failing.length === 0;
		add(isOnlyList ? null : label, compare ? members.sort(compare) : members);
	}
	return { rows, monitors: ordered, layout: `${headings.join()} of ${rows.length}` };
}

function needsAttention({ enabled, status }: Pick<BoardMonitor, "enabled" | "status">): boolean {
	return enabled && (status === "down" || status === "degraded");
}

function filtered(monitors: readonly BoardMonitor[], search: BoardSearch): readonly BoardMonitor[] {
	const words = (search.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
	const { status, tag, type } = search;
	return monitors.filter(
		(monitor) =>
			(status === undefined || (monitor.enabled ? monitor.status : "paused") === status) &&
			(tag === undefined || monitor.tags.includes(tag)) &&
			(type === undefined || monitor.type === type) &&
			words.every((word) => monitor.searched.includes(word) || monitor.tags.some((each) => each.includes(word))),
	);
}

const REST = "Others";
const UNTAGGED = "No tag";

function groupOf(monitor: BoardMonitor, group: string | undefined): string {
	if (group === undefined) return REST;
	if (group === "type") return typeName(monitor.type);
	if (group === "tag") return monitor.tags[0] ?? UNTAGGED;
	return monitor.tags.find((tag) => tag.startsWith(`${group}:`)) ?? `No ${group}`;
}

/** Those without a tag last. */
function inLabelOrder(labels: readonly string[]): readonly string[] {
	const isLast = (label: string) => Number(label.startsWith("No "));
	return inNaturalOrder(labels, (label) => label).sort((a, b) => isLast(a) - isLast(b));
}

/** The worst status first, then the latest beginning. */
function bySeverity(a: BoardMonitor, b: BoardMonitor): number {
	return SEVERITY[a.status] - SEVERITY[b.status] || (b.since ?? 0) - (a.since ?? 0);
}

type Compare = (a: BoardMonitor, b: BoardMonitor) => number;

/** Unknown figures come last in every order. The board's own order is by name, and the sort is stable. */
const by =
	(figure: (monitor: BoardMonitor) => number | null, direction: 1 | -1): Compare =>
	(a, b) => {
		const [left, right] = [figure(a), figure(b)];
		if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0);
		return (left - right) * direction;
	};

/** What was available decides, then what was fast enough: both have five decimals. */
function rankOf(available: number | null, fastEnough: number | null): number | null {
	return available === null ? null : available + (fastEnough ?? 0) * 1e-8;
}

const COMPARE: Readonly<Record<Sort, Compare | null>> = {
	name: null,
	status: by(({ enabled, status }) => (enabled ? SEVERITY[status] : 9), 1),
	response: by(({ responseTimeMs }) => responseTimeMs, -1),
	uptime24h: by(({ available24h, fastEnough24h }) => rankOf(available24h, fastEnough24h), 1),
	uptime30d: by(({ available30d, fastEnough30d }) => rankOf(available30d, fastEnough30d), 1),
	since: by(({ since }) => since, -1),
};

/** What the board can be grouped by: `type`, `tag`, and each word before a colon that tags share. */
export function groupings(monitors: readonly BoardMonitor[]): readonly string[] {
	const keys = new Set<string>();
	let areTagged = false;
	for (const { tags } of monitors) {
		for (const tag of tags) {
			areTagged = true;
			const colon = tag.indexOf(":");
			if (colon > 0) keys.add(tag.slice(0, colon));
		}
	}
	const others = [...keys].filter((key) => key !== "type" && key !== "tag");
	return ["type", ...(areTagged ? ["tag"] : []), ...inNaturalOrder(others, (key) => key)];
}

/** Every tag with how many monitors carry it, the most frequent first. */
export function tagCounts(monitors: readonly BoardMonitor[]): readonly (readonly [string, number])[] {
	const counts = new Map<string, number>();
	for (const { tags } of monitors) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
	return inNaturalOrder([...counts], ([tag]) => tag).sort(([, inA], [, inB]) => inB - inA);
}
