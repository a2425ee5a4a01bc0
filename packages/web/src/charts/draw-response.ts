/** Draws response times with uPlot: the stacked phases, the 95th percentile, bands behind them, and what is cut off. */

import uPlot from "uplot";
import { MINUTE_MS } from "../format/durations.ts";
import "uplot/dist/uPlot.min.css";
import type { Series } from "../api/history.ts";
import { axisDuration } from "../format/duration.ts";
import { axisText } from "../format/instant.ts";
import { PHASE_LOOKS } from "./phases.ts";
import { type HeightScale, stackedColumns } from "./stack.ts";

export interface Band {
	readonly from: number;
	readonly to: number;
	readonly kind: keyof typeof BAND_COLOURS;
}

const BAND_COLOURS = { degraded: "--degraded-shape", down: "--down", maintenance: "--maintenance" } as const;

export const CHART_HEIGHT = 264;
/** Steps of the axis of times that are longer, such as those of jobs: whole minutes, hours and days. */
const LONG_STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS);
/** A drag shorter than this is a click. */
const MIN_DRAG_PX = 6;
export const CHART_TOKENS = [
	"--text",
	"--muted",
	"--line",
	"--median-calm",
	...Object.values(BAND_COLOURS),
	...PHASE_LOOKS.map(({ colour }) => colour),
] as const;

interface Reactions {
	onPoint(index: number | null): void;
	onZoom(from: number, to: number): void;
}

interface Drawn {
	readonly series: Series;
	/** Epoch seconds. */
	readonly bands: readonly Band[];
	readonly colours: Readonly<Record<(typeof CHART_TOKENS)[number], string>>;
	readonly scale: HeightScale;
}

export function drawResponse(
	target: HTMLElement,
	{ series, bands, colours, scale }: Drawn,
	reactions: Reactions,
): uPlot {
	const { times, stacked, unsplit, p95 } = stackedColumns(series.points);
	const fills = PHASE_LOOKS.map(({ colour }) => colours[colour]).reverse();
	const axis = {
		stroke: colours["--muted"],
		font: `12px ${getComputedStyle(target).fontFamily}`,
		ticks: { show: false },
		grid: { stroke: colours["--line"], width: 1 },
	};
	const [start, end] = [Date.parse(series.from) / 1000, Date.parse(series.to) / 1000];
	// A label stands below the middle of its time: one at the very edge would be cut.
	const firstLabel = start + (end - start) * 0.025;
	const options: uPlot.Options = {
		width: target.clientWidth,
		height: CHART_HEIGHT,
		padding: [8, 0, 0, 0],
		legend: { show: false },
		cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
		scales: {
			x: { time: true, range: [start, end] },
			y: { range: [0, scale.top] },
		},
		axes: [
			{
				...axis,
				grid: { show: false },
				size: 28,
				space: 90,
				values: (_, splits, __, ___, step) => splits.map((at) => (at < firstLabel ? "" : axisText(at * 1000, step))),
			},
			{
				...axis,
				side: 1,
				size: 64,
				space: 48,
				...(scale.top > 2 * MINUTE_MS && { incrs: LONG_STEPS_MS }),
				values: (_, splits) => splits.map(axisDuration),
			},
		],
		series: [
			{},
			...fills.map((fill = "") => ({ fill, stroke: fill, width: 0, points: { show: false }, spanGaps: false })),
			{ fill: colours["--median-calm"], width: 0, points: { show: false } },
			// Where answers are far apart there is no line to see.
			{ stroke: colours["--text"], width: 1, points: { show: isSparse(series), size: 4 } },
		],
		hooks: {
			drawClear: [(plot) => drawBands(plot, bands, colours)],
			draw: [(plot) => scale.top < scale.peak && drawCuts(plot, scale.cut, colours)],
			setCursor: [(plot) => reactions.onPoint(plot.cursor.idx ?? null)],
			setSelect: [
				(plot) => {
					const { left, width } = plot.select;
					if (width >= MIN_DRAG_PX) {
						reactions.onZoom(plot.posToVal(left, "x"), plot.posToVal(left + width, "x"));
					}
				},
			],
		},
	};
	return new uPlot(options, [times, ...stacked, unsplit, p95], target);
}

/** Whether most points have no answer, as where a job runs once an hour or a day. */
function isSparse({ points }: Series): boolean {
	return points.filter(({ p95Ms }) => p95Ms !== null).length < points.length / 2;
}

function drawBands(plot: uPlot, bands: readonly Band[], colours: Drawn["colours"]): void {
	const { ctx, bbox } = plot;
	ctx.save();
	for (const { from, to, kind } of bands) {
		const left = Math.max(bbox.left, plot.valToPos(from, "x", true));
		const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, "x", true));
		if (right <= bbox.left || left >= bbox.left + bbox.width) continue;
		ctx.fillStyle = colours[BAND_COLOURS[kind]];
		// A minute in ninety days would be invisible: it is as wide as can be seen, and stronger.
		const least = 2 * devicePixelRatio;
		const width = Math.max(right - left, least);
		ctx.globalAlpha = width > least ? 0.16 : 0.5;
		ctx.fillRect(left, bbox.top, width, bbox.height);
		ctx.globalAlpha = 1;
		ctx.fillRect(left, bbox.top, width, least);
	}
	ctx.restore();
}

/** Half the width of the mark of a peak that is cut off, CSS pixels. */
const CUT_PX = 4;

/** An arrowhead at the top of the chart over each peak that is higher; peaks that are close share one. */
function drawCuts(plot: uPlot, cut: readonly number[], colours: Drawn["colours"]): void {
	const { ctx, bbox } = plot;
	const half = CUT_PX * devicePixelRatio;
	let last = Number.NEGATIVE_INFINITY;
	ctx.save();
	ctx.fillStyle = colours["--text"];
	for (const index of cut) {
		const at = plot.data[0][index];
		if (at === undefined) continue;
		const middle = plot.valToPos(at, "x", true);
		if (middle - last < 2 * half) continue;
		last = middle;
		ctx.beginPath();
		ctx.moveTo(middle - half, bbox.top + half);
		ctx.lineTo(middle, bbox.top - half);
		ctx.lineTo(middle + half, bbox.top + half);
		ctx.fill();
	}
	ctx.restore();
}
