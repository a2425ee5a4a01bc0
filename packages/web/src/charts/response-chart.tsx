/**
 * Response times with their phases stacked, outages as bands behind them. Dragging across it zooms. uPlot draws on a
 * canvas, so the label has the numbers as text, and the line above the chart those at the pointer.
 */

import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Series, SeriesPoint } from "../api/history.ts";
import { axisDuration, milliseconds } from "../format/duration.ts";
import { axisText, minuteText } from "../format/instant.ts";
import { uptimeText } from "../format/uptime.ts";
import { useSeenTheme } from "../shell/theme.ts";
import { seenColours } from "./colours.ts";
import { PHASE_LOOKS } from "./phases.ts";
import { peakOf, stackedColumns } from "./stack.ts";

export interface Band {
	readonly from: number;
	readonly to: number;
	readonly kind: keyof typeof BAND_COLOURS;
}

interface Props {
	readonly series: Series;
	/** Epoch seconds. */
	readonly bands: readonly Band[];
	readonly onZoom: (from: number, to: number) => void;
}

const BAND_COLOURS = { degraded: "--degraded-shape", down: "--down", maintenance: "--maintenance" } as const;

const HEIGHT = 264;
const MINUTE_MS = 60_000;
/** Steps of the axis of times that are longer, such as those of jobs: whole minutes, hours and days. */
const LONG_STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS);
/** A drag shorter than this is a click. */
const MIN_DRAG_PX = 6;
const TOKENS = [
	"--text",
	"--muted",
	"--line",
	"--median-calm",
	...Object.values(BAND_COLOURS),
	...PHASE_LOOKS.map(({ colour }) => colour),
] as const;

export default function ResponseChart({ series, bands, onZoom }: Props) {
	const place = useRef<HTMLDivElement>(null);
	const theme = useSeenTheme();
	const [pointed, setPointed] = useState<SeriesPoint | null>(null);
	const zoom = useRef(onZoom);
	useEffect(() => {
		zoom.current = onZoom;
	});

	useEffect(() => {
		const target = place.current;
		if (target === null) return;
		const plot = draw(
			target,
			{ series, bands, colours: seenColours(TOKENS, theme) },
			{
				onPoint: (index) => setPointed(index === null ? null : (series.points[index] ?? null)),
				onZoom: (from, to) => zoom.current(from, to),
			},
		);
		const observer = new ResizeObserver(() => plot.setSize({ width: target.clientWidth, height: HEIGHT }));
		observer.observe(target);
		return () => {
			observer.disconnect();
			plot.destroy();
		};
	}, [series, bands, theme]);

	return (
		<div>
			<Readout series={series} point={pointed} />
			<div ref={place} role="img" aria-label={chartText(series)} className="h-66 w-full overflow-hidden" />
		</div>
	);
}

function Readout({ series, point }: { series: Series; point: SeriesPoint | null }) {
	const shown = PHASE_LOOKS.map((look, index) => ({ ...look, ms: point?.phases?.[MEMBERS[index] ?? "dns"] ?? null }));
	const hasUnsplit = series.points.some(({ phases, p50Ms }) => phases === null && p50Ms !== null);
	const has = (member: (typeof MEMBERS)[number]) => series.points.some(({ phases }) => (phases?.[member] ?? 0) > 0);
	return (
		<div className="mb-2 flex min-h-5 flex-wrap gap-x-4 gap-y-1 text-muted" aria-hidden="true">
			{shown.map(
				({ phase, label, swatch, ms }, index) =>
					has(MEMBERS[index] ?? "dns") && (
						<span key={phase} className="inline-flex items-center gap-1.5">
							<span className={`size-2.5 rounded-mark ${swatch}`} />
							{label}
							{point && <span className="text-text">{milliseconds(ms)}</span>}
						</span>
					),
			)}
			{hasUnsplit && (
				<span className="inline-flex items-center gap-1.5">
					<span className="size-2.5 rounded-mark bg-median-calm" />
					median {point && <span className="text-text">{milliseconds(point.p50Ms)}</span>}
				</span>
			)}
			<span className="inline-flex items-center gap-1.5">
				<span className="h-px w-3 bg-text" />
				p95 {point && <span className="text-text">{milliseconds(point.p95Ms)}</span>}
			</span>
			{point && (
				<span className="ml-auto">
					{minuteText(point.at, Date.now())} · {uptimeText(point.uptimePercent)}
				</span>
			)}
		</div>
	);
}

const MEMBERS = ["dns", "connect", "tls", "firstByte", "transfer"] as const;

function chartText({ points }: Series): string {
	const medians = points.map(({ p50Ms }) => p50Ms).filter((ms) => ms !== null);
	if (medians.length === 0) return "Response time: no answers in this range.";
	const sorted = medians.toSorted((a, b) => a - b);
	const typical = sorted[Math.floor(sorted.length / 2)] ?? 0;
	const slowest = Math.max(...points.map(({ maxMs }) => maxMs ?? 0));
	return `Response time: typically ${milliseconds(typical)}, at most ${milliseconds(slowest)}.`;
}

interface Reactions {
	onPoint(index: number | null): void;
	onZoom(from: number, to: number): void;
}

interface Drawn {
	readonly series: Series;
	readonly bands: readonly Band[];
	readonly colours: Readonly<Record<(typeof TOKENS)[number], string>>;
}

function draw(target: HTMLElement, { series, bands, colours }: Drawn, reactions: Reactions): uPlot {
	const { times, stacked, unsplit, p95 } = stackedColumns(series.points);
	const fills = PHASE_LOOKS.map(({ colour }) => colours[colour]).reverse();
	const axis = {
		stroke: colours["--muted"],
		font: `12px ${getComputedStyle(target).fontFamily}`,
		ticks: { show: false },
		grid: { stroke: colours["--line"], width: 1 },
	};
	const peak = peakOf(series.points);
	const [start, end] = [Date.parse(series.from) / 1000, Date.parse(series.to) / 1000];
	// A label stands below the middle of its time: one at the very edge would be cut.
	const firstLabel = start + (end - start) * 0.025;
	const options: uPlot.Options = {
		width: target.clientWidth,
		height: HEIGHT,
		padding: [8, 0, 0, 0],
		legend: { show: false },
		cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
		scales: {
			x: { time: true, range: [start, end] },
			y: { range: [0, Math.max(peak * 1.1, 10)] },
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
				...(peak > 2 * MINUTE_MS && { incrs: LONG_STEPS_MS }),
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
		ctx.globalAlpha = 0.16;
		// A minute in ninety days would be invisible.
		ctx.fillRect(left, bbox.top, Math.max(right - left, 2 * devicePixelRatio), bbox.height);
		ctx.globalAlpha = 1;
		ctx.fillRect(left, bbox.top, Math.max(right - left, 2 * devicePixelRatio), 2 * devicePixelRatio);
	}
	ctx.restore();
}
