import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { type Board, boardQuery, readBoard } from "../api/board.ts";
import type { LiveChange } from "../api/live.ts";
import { applyToReadBoards, RecentChanges } from "./recent-changes.ts";

const BOARD = readBoard({
	generatedAt: "2026-01-01T00:00:00.000Z",
	minute: 100,
	counts: { total: 1, up: 0, degraded: 0, down: 0, pending: 1, paused: 0 },
	uptime: { last24Hours: null, last30Days: null },
	available: { last24Hours: null, last30Days: null },
	fastEnough: { last24Hours: null, last30Days: null },
	regional: [],
	monitors: {
		id: ["mon_1"],
		name: ["Shop"],
		type: ["http"],
		target: ["https://example.com/"],
		tags: [[]],
		status: "p",
		since: [null],
		enabled: "1",
		createdAt: [0],
		uptime24h: [null],
		uptime30d: [null],
		available24h: [null],
		available30d: [null],
		fastEnough24h: [null],
		fastEnough30d: [null],
		responseTimeMs: [null],
		recent: [".".repeat(60)],
	},
});

function change(status: "up" | "down"): LiveChange {
	const [mark, minute] = status === "up" ? (["u", 100] as const) : (["d", 101] as const);
	const monitor = {
		id: "mon_1",
		status,
		since: 5,
		enabled: true,
		responseTimeMs: 10,
		regionalSince: null,
		minute,
		mark,
	};
	return { monitors: [monitor], removed: [], added: false, outages: false };
}

const statusOf = ({ monitors }: Board) => monitors[0]?.status;

test("a board that was asked for up to a second and a half after a change gets it again, an older change not", () => {
	const recent = new RecentChanges();
	recent.add(change("up"), 10_000);
	expect(statusOf(recent.appliedTo(BOARD, 9_000))).toBe("up");
	expect(statusOf(recent.appliedTo(BOARD, 11_500))).toBe("up");
	expect(recent.appliedTo(BOARD, 11_501)).toBe(BOARD);
});

test("changes are applied in their order, and none after the connection was lost", () => {
	const recent = new RecentChanges();
	recent.add(change("up"), 10_000);
	recent.add(change("down"), 10_500);
	expect(statusOf(recent.appliedTo(BOARD, 10_600))).toBe("down");
	recent.clear();
	expect(recent.appliedTo(BOARD, 10_600)).toBe(BOARD);
});

test("a change that comes while a board is read is not undone by the older board", async () => {
	const client = new QueryClient();
	const recent = new RecentChanges();
	const stop = applyToReadBoards(client, recent);
	const { promise, resolve } = Promise.withResolvers<Board>();
	const reading = client.fetchQuery({ ...boardQuery, queryFn: () => promise });
	recent.add(change("up"), performance.now());
	resolve(BOARD);
	await reading;
	const shown = () => client.getQueryData(boardQuery.queryKey);
	expect([shown()?.monitors[0]?.status, shown()?.counts.up]).toEqual(["up", 1]);
	stop();
	await client.fetchQuery({ ...boardQuery, queryFn: async () => BOARD, staleTime: 0 });
	expect(shown()).toBe(BOARD);
});
