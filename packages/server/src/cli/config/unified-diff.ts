/** The differences of two texts as a patch for `git apply` and `patch -p1` (unified format, three lines around). */

const AROUND = 3;
/** Steps after which the rest is one replaced block: the search takes their square. */
const MAX_STEPS = 500;

interface Line {
	readonly sign: " " | "-" | "+";
	readonly text: string;
}

/** Empty where they are the same. */
export function unifiedDiff(name: string, before: string, after: string): string {
	if (before === after) return "";
	const lines = compared(linesOf(before), linesOf(after));
	const changed = lines.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
	const hunks: { from: number; to: number }[] = [];
	for (const index of changed) {
		const [from, to] = [Math.max(0, index - AROUND), Math.min(lines.length, index + AROUND + 1)];
		const last = hunks.at(-1);
		if (last !== undefined && from <= last.to) last.to = to;
		else hunks.push({ from, to });
	}
	let [oldLine, newLine, at] = [1, 1, 0];
	const texts = hunks.map(({ from, to }) => {
		// Between hunks both texts have the same lines.
		oldLine += from - at;
		newLine += from - at;
		at = to;
		const part = lines.slice(from, to);
		const [olds, news] = (["+", "-"] as const).map((other) => part.filter(({ sign }) => sign !== other).length) as [
			number,
			number,
		];
		const head = `@@ -${rangeOf(oldLine, olds)} +${rangeOf(newLine, news)} @@\n`;
		oldLine += olds;
		newLine += news;
		return head + part.map(({ sign, text }) => sign + (text.endsWith("\n") ? text : `${text}\n${NO_END}`)).join("");
	});
	return `--- a/${name}\n+++ b/${name}\n${texts.join("")}`;
}

const NO_END = "\\ No newline at end of file\n";

function rangeOf(line: number, count: number): string {
	return `${count === 0 ? line - 1 : line},${count}`;
}

function linesOf(text: string): readonly string[] {
	return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): the fewest lines that go and come. */
function compared(before: readonly string[], after: readonly string[]): readonly Line[] {
	const line = (sign: Line["sign"]) => (text: string) => ({ sign, text });
	let start = 0;
	while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
	let end = 0;
	const shorter = Math.min(before.length, after.length) - start;
	while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1;
	const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
	return [
		...before.slice(0, start).map(line(" ")),
		...(fewest(a, b) ?? [...a.map(line("-")), ...b.map(line("+"))]),
		...before.slice(before.length - end).map(line(" ")),
	];
}

function fewest(a: readonly string[], b: readonly string[]): readonly Line[] | null {
	const steps: Map<number, number>[] = [];
	let furthest = new Map([[1, 0]]);
	for (let d = 0; d <= Math.min(a.length + b.length, MAX_STEPS); d += 1) {
		steps.push(furthest);
		furthest = new Map(furthest);
		for (let k = -d; k <= d; k += 2) {
			let x = isDown(furthest, k, d) ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
			while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
			furthest.set(k, x);
			if (x >= a.length && x - k >= b.length) return walkedBack(a, b, steps);
		}
	}
	return null;
}

function isDown(furthest: ReadonlyMap<number, number>, k: number, d: number): boolean {
	return k === -d || (k !== d && (furthest.get(k - 1) ?? 0) < (furthest.get(k + 1) ?? 0));
}

function walkedBack(a: readonly string[], b: readonly string[], steps: readonly ReadonlyMap<number, number>[]): Line[] {
	const lines: Line[] = [];
	let [x, y] = [a.length, b.length];
	for (const [d, furthest] of [...steps.entries()].reverse()) {
		const k = x - y;
		const from = isDown(furthest, k, d) ? k + 1 : k - 1;
		const [fromX, fromY] = [furthest.get(from) ?? 0, (furthest.get(from) ?? 0) - from];
		while (x > fromX && y > fromY) {
			x -= 1;
			y -= 1;
			lines.push({ sign: " ", text: a[x] ?? "" });
		}
		if (d === 0) break;
		if (x === fromX) lines.push({ sign: "+", text: b[y - 1] ?? "" });
		else lines.push({ sign: "-", text: a[x - 1] ?? "" });
		[x, y] = [fromX, fromY];
	}
	return lines.reverse();
}
