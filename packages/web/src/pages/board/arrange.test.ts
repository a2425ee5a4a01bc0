import { describe, expect, test } from "vitest";
import type { BoardMonitor } from "../../api/board.ts";
import { arrange, groupings, tagCounts } from "./arrange.ts";
import { readBoardSearch } from "./board-search.ts";

function monitor(name: string, members: Partial<BoardMonitor> = {}): BoardMonitor {
	const target = members.target ?? `https://${name}.example.com/`;
	return {
		id: `mon_${name}`,
		name,
		type: "http",
		target,
		tags: [],
		status: "up",
		since: 0,
		enabled: true,
		createdAt: 0,
		available24h: 100,
		available30d: 100,
		fastEnough24h: 100,
		fastEnough30d: 100,
		regionalSince: null,
		responseTimeMs: 10,
		recent: "",
		minute: 0,
		searched: `${name}\n${target}`.toLowerCase(),
		...members,
	};
}

const lines = (...args: Parameters<typeof arrange>) =>
	arrange(...args).rows.map((row) => (row.kind === "heading" ? `# ${row.label} ${row.count}` : row.monitor.name));

describe("the board", () => {
	test("is one list without a heading while nothing fails", () => {
		expect(lines([monitor("a"), monitor("b")], {})).toEqual(["a", "b"]);
	});

	test("shows down before degraded, the newest first, and both before the rest", () => {
		const monitors = [
			monitor("a"),
			monitor("slow", { status: "degraded", since: 99 }),
			monitor("long gone", { status: "down", since: 1 }),
			monitor("just gone", { status: "down", since: 9 }),
		];
		expect(lines(monitors, {})).toEqual(["# Needs attention 3", "just gone", "long gone", "slow", "# Others 1", "a"]);
	});

	test("shows a paused monitor among the rest, regardless of its last status", () => {
		expect(lines([monitor("a", { status: "down", enabled: false })], {})).toEqual(["a"]);
	});

	test("groups by the part of tags before the colon, those without last", () => {
		const monitors = [monitor("a"), monitor("b", { tags: ["team:web"] }), monitor("c", { tags: ["x", "team:data"] })];
		expect(lines(monitors, { group: "team" })).toEqual(["# team:data 1", "c", "# team:web 1", "b", "# No team 1", "a"]);
	});

	test("groups by the first tag, or by the type", () => {
		const monitors = [monitor("a"), monitor("b", { tags: ["z", "y"] }), monitor("c", { tags: ["y"], type: "tcp" })];
		expect(lines(monitors, { group: "tag" })).toEqual(["# y 1", "c", "# z 1", "b", "# No tag 1", "a"]);
		expect(lines(monitors, { group: "type" })).toEqual(["# TCP port 1", "c", "# Web page or API 2", "a", "b"]);
	});

	test("orders labels by their numbers", () => {
		const monitors = [monitor("a", { tags: ["rack:10"] }), monitor("b", { tags: ["rack:9"] })];
		expect(lines(monitors, { group: "rack" })).toEqual(["# rack:9 1", "b", "# rack:10 1", "a"]);
		expect(tagCounts(monitors)).toEqual([
			["rack:9", 1],
			["rack:10", 1],
		]);
	});

	test("sorts unknown figures last, and equal ones by name", () => {
		const monitors = [
			monitor("a", { responseTimeMs: null }),
			monitor("b", { responseTimeMs: 5 }),
			monitor("c", { responseTimeMs: 50 }),
			monitor("d", { responseTimeMs: 5 }),
		];
		expect(lines(monitors, { sort: "response" })).toEqual(["c", "b", "d", "a"]);
	});

	test("finds every word in name, target or tags, whatever the case", () => {
		const monitors = [
			monitor("Shop", { target: "https://shop.example.com/", searched: "shop\nhttps://shop.example.com/" }),
			monitor("Mail", { tags: ["team:web"], target: "mx:25", searched: "mail\nmx:25" }),
		];
		expect(lines(monitors, { q: "EXAMPLE shop" })).toEqual(["Shop"]);
		expect(lines(monitors, { q: "team:web" })).toEqual(["Mail"]);
		expect(lines(monitors, { q: "shop mail" })).toEqual([]);
	});

	test("filters by the shown status: a paused monitor counts as paused, not as down", () => {
		const monitors = [monitor("a", { status: "down" }), monitor("b", { status: "down", enabled: false })];
		expect(arrange(monitors, { status: "down" }).monitors.map(({ name }) => name)).toEqual(["a"]);
		expect(arrange(monitors, { status: "paused" }).monitors.map(({ name }) => name)).toEqual(["b"]);
	});
});

test("groupings are type, tag and the prefixes before colons in tags", () => {
	expect(groupings([monitor("a")])).toEqual(["type"]);
	expect(groupings([monitor("a", { tags: ["team:web", "env:prod", "x"] })])).toEqual(["type", "tag", "env", "team"]);
});

test("tags are counted, the most frequent first", () => {
	const monitors = [monitor("a", { tags: ["x", "y"] }), monitor("b", { tags: ["y"] })];
	expect(tagCounts(monitors)).toEqual([
		["y", 2],
		["x", 1],
	]);
});

test("an address with unknown parameters shows the whole board", () => {
	expect(readBoardSearch({ status: "broken", sort: "colour", q: 5, dense: "yes" })).toEqual({ q: "5" });
});
