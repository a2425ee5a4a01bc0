import { expect, test } from "vitest";
import { readInBatches, type WholeReport } from "./reports.ts";

const monitor = (id: number) => ({ id, type: "http" as const, publicId: `mon_${id}`, name: `${id}`, target: "" });
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A report of monitors each of which fills a batch. */
const reportOf = (ids: readonly number[]): Pick<WholeReport, "monitors" | "range"> => ({
	range: { fromDay: 0, toDay: 999 },
	monitors: ids.map(monitor),
});

test("a report is read in its order, each batch while the caller has the one before", async () => {
	const begun: number[] = [];
	const batches = readInBatches(reportOf([1, 2, 3]), async (monitors) => {
		begun.push(...monitors.map(({ id }) => id));
		return monitors.map(({ id }) => id);
	});
	const seen: unknown[] = [];
	for await (const batch of batches) {
		await nextTurn();
		await nextTurn();
		seen.push([batch, [...begun]]);
	}
	expect(seen).toEqual([
		[[1], [1, 2]],
		[[2], [1, 2, 3]],
		[[3], [1, 2, 3]],
	]);
});

test("a report without monitors has no batches", async () => {
	expect(await readInBatches(reportOf([]), async () => 1).next()).toEqual({ done: true, value: undefined });
});

test("a batch that can't be read fails the report for a caller that wants it, and nothing for one that left", async () => {
	const read = async ([first]: WholeReport["monitors"]) => {
		if (first?.id === 2) throw new Error("The database is away");
		return first?.id;
	};
	const wanted = readInBatches(reportOf([1, 2]), read);
	expect(await wanted.next()).toEqual({ done: false, value: 1 });
	await expect(wanted.next()).rejects.toThrow("The database is away");
	const left = readInBatches(reportOf([1, 2]), read);
	await left.next();
	await left.return();
	await nextTurn();
	await nextTurn();
});
