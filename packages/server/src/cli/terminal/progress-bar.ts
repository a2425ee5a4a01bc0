/** A progress bar on standard error: redrawn in place on a terminal, else a line for every tenth. */

const WIDTH = 30;
const REDRAW_MS = 100;

interface ProgressBar {
	/** @param done how many of the total */
	update(done: number): void;
	finish(): void;
}

export function progressBar(noun: string, total: number): ProgressBar {
	const out = process.stderr;
	const startedAt = performance.now();
	let drawnAt = Number.NEGATIVE_INFINITY;
	let tenths = 0;
	let latest = 0;

	function line(done: number): string {
		const share = total === 0 ? 1 : Math.min(1, done / total);
		const full = Math.round(share * WIDTH);
		const seconds = (performance.now() - startedAt) / 1000;
		const rate = seconds > 0 ? Math.round(done / seconds) : 0;
		return `${"█".repeat(full)}${"░".repeat(WIDTH - full)} ${Math.floor(share * 100)} % · ${done} of ${total} ${noun} · ${rate}/s`;
	}

	return {
		update(done) {
			latest = done;
			if (out.isTTY) {
				if (performance.now() - drawnAt < REDRAW_MS) return;
				drawnAt = performance.now();
				out.write(`\r\x1b[K${line(done)}`);
				return;
			}
			if (total > 0 && Math.floor((done / total) * 10) > tenths) {
				tenths = Math.floor((done / total) * 10);
				out.write(`${line(done)}\n`);
			}
		},
		finish() {
			if (out.isTTY) out.write(`\r\x1b[K${line(latest)}\n`);
		},
	};
}
