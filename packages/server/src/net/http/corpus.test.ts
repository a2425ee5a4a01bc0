import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ResponseReader } from "./response-reader.ts";
import { readCorpus, type Verdict } from "./testing/corpus.ts";
import { bytesOf, type Piece } from "./testing/corpus-case.ts";
import { corpusCases } from "./testing/corpus-cases.ts";
import { DISAGREEMENTS } from "./testing/corpus-disagreements.ts";

const { clients, entries } = readCorpus();
const reasonOf = new Map(
	DISAGREEMENTS.flatMap(({ reason, titles }) => titles.map((title) => [title, reason] as const)),
);

function ourVerdict(response: readonly Piece[]): Verdict {
	let status = 0;
	const pieces: Buffer[] = [];
	const reader = new ResponseReader("GET", {
		head: (head) => {
			status = head.status;
			return true;
		},
		body: (bytes) => pieces.push(bytes) > 0,
	});
	const progress = reader.push(bytesOf(response));
	if (typeof progress === "object") return { error: progress.violation };
	if (progress === "incomplete" && !reader.end()) return { error: "cut off" };
	const body = Buffer.concat(pieces);
	return {
		status,
		body: body.length <= 20 ? body.toString("latin1") : createHash("sha256").update(body).digest("hex"),
	};
}

function isSame(one: Verdict, other: Verdict): boolean {
	if ("error" in one || "error" in other) return "error" in one && "error" in other;
	return one.status === other.status && one.body === other.body;
}

describe(`of ${entries.length} responses`, () => {
	test("each is read as curl or Chromium reads it, and as both if they agree, except for the listed ones", () => {
		expect(entries.length).toBeGreaterThanOrEqual(500);
		const differing = entries.filter(({ response, curl, chromium }) => {
			const ours = ourVerdict(response);
			return !(isSame(ours, curl) || isSame(ours, chromium));
		});
		expect(differing.map(({ title }) => title).filter((title) => !reasonOf.has(title))).toStrictEqual([]);
		// Nothing is listed that agrees by now.
		const titles = new Set(differing.map(({ title }) => title));
		expect([...reasonOf.keys()].filter((title) => !titles.has(title))).toStrictEqual([]);
	});

	test("the recording has all cases: record-corpus.ts ran after the last change", () => {
		expect(entries.map(({ title, response }) => ({ title, response }))).toStrictEqual(corpusCases());
	});

	test.each(["curl", "chromium", "node"] as const)("the recording of %s has its version", (client) => {
		expect(clients[client]).toMatch(/\d+\.\d+/);
		expect(entries.filter((entry) => "status" in entry[client]).length).toBeGreaterThan(200);
	});
});
