/**
 * Response times with their phases stacked, outages as bands behind them. Dragging across it zooms, or selecting with
 * Shift and the arrow keys and then Enter. uPlot draws on a canvas, so the label has the numbers as text, and the line
 * above the chart those of the point at the pointer or reached with the arrow keys.
 */

import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type uPlot from "uplot";
import type { Series, SeriesPoint } from "../api/history.ts";
import { milliseconds } from "../format/duration.ts";
import { minuteText } from "../format/instant.ts";
import { figuresOf, figuresText } from "../format/uptime.ts";
import { useSeenTheme } from "../shell/theme.ts";
import { seenColours } from "./colours.ts";
import { CutNote } from "./cut-note.tsx";
import { type Band, CHART_HEIGHT, CHART_TOKENS, drawResponse } from "./draw-response.ts";
import { KeyPointing } from "./key-pointing.tsx";
import { PHASE_LOOKS } from "./phases.ts";
import { heightScale } from "./stack.ts";

interface Props {
	readonly series: Series;
	readonly bands: readonly Band[];
	/** Whether peaks are shown to their ends that would make everything else low. */
	readonly whole: boolean;
	readonly onWhole: (whole: boolean) => void;
	readonly onZoom: (from: number, to: number) => void;
}

export default function ResponseChart({ series, bands, whole, onWhole, onZoom }: Props) {
	const place = useRef<HTMLDivElement>(null);
	const plot = useRef<uPlot>(undefined);
	const theme = useSeenTheme();
	const { points } = series;
	const scale = useMemo(() => heightScale(points, { whole }), [points, whole]);
	const [index, setIndex] = useState<number | null>(null);
	/** Where a selection by keyboard began. */
	const [anchor, setAnchor] = useState<number | null>(null);
	const zoom = useRef(onZoom);
	useEffect(() => {
		zoom.current = onZoom;
	});

	useEffect(() => {
		const target = place.current;
		if (target === null) return;
		const drawn = drawResponse(
			target,
			{ series, bands, scale, colours: seenColours(CHART_TOKENS, theme) },
			{ onPoint: setIndex, onZoom: (from, to) => zoom.current(from, to) },
		);
		plot.current = drawn;
		const observer = new ResizeObserver(() => drawn.setSize({ width: target.clientWidth, height: CHART_HEIGHT }));
		observer.observe(target);
		return () => {
			observer.disconnect();
			drawn.destroy();
			setIndex(null);
			setAnchor(null);
		};
	}, [series, bands, scale, theme]);

	function pointAt(next: number | null, { shiftKey }: KeyboardEvent) {
		const from = shiftKey && next !== null ? (anchor ?? index ?? next) : null;
		setAnchor(from);
		if (plot.current) showPoint(plot.current, next, from);
	}
	function onOtherKey(event: KeyboardEvent) {
		const range = event.key === "Enter" ? [anchor, index] : event.key === "+" ? around(index, points.length) : [];
		const [from, to] = range.map((each) => points[each ?? -1]?.at).sort();
		if (from === undefined || to === undefined || from === to) return;
		event.preventDefault();
		onZoom(Date.parse(from) / 1000, Date.parse(to) / 1000);
	}

	const point = points[index ?? -1] ?? null;
	const read = point ?? points.at(-1);
	return (
		<div className="relative">
			<Readout series={series} point={point} />
			<KeyPointing
				label={chartText(series)}
				count={points.length}
				index={index}
				valueText={read ? pointText(read) : ""}
				onPoint={pointAt}
				onOtherKey={onOtherKey}
				className="peer"
			>
				<div ref={place} className="h-66 w-full overflow-hidden" />
			</KeyPointing>
			<p className="pointer-events-none absolute top-7 left-2 hidden rounded-mark bg-panel px-1 text-small text-muted peer-focus-visible:block max-sm:hidden">
				← → read · Shift ← → select · Enter zooms in · Backspace zooms out
			</p>
			<CutNote scale={scale} count={points.length} whole={whole} onWhole={onWhole} />
		</div>
	);
}

/** What a plain `+` zooms to: the quarter around the point. */
function around(index: number | null, count: number): readonly (number | null)[] {
	if (index === null) return [];
	const reach = Math.max(1, Math.round(count / 8));
	return [Math.max(0, index - reach), Math.min(count - 1, index + reach)];
}

/** Moves uPlot's own cursor and selection, as a pointer would. */
function showPoint(plot: uPlot, index: number | null, anchor: number | null): void {
	const leftOf = (place: number) => plot.valToPos(plot.data[0][place] ?? 0, "x");
	const left = index === null ? -10 : leftOf(index);
	plot.setCursor({ left, top: index === null ? -10 : 0 });
	const [from, to] = anchor === null || index === null ? [0, 0] : [leftOf(anchor), left].sort((a, b) => a - b);
	const [start = 0, end = 0] = [from, to];
	plot.setSelect({ left: start, width: end - start, top: 0, height: plot.over.clientHeight }, false);
}

/** `21:48: median 142 ms, p95 210 ms, 100 % available, 98.00 % fast enough` */
function pointText(point: SeriesPoint): string {
	const { at, checks, p50Ms, p95Ms } = point;
	const time = minuteText(at, Date.now());
	if (checks === 0) return `${time}: no checks`;
	return `${time}: median ${milliseconds(p50Ms)}, p95 ${milliseconds(p95Ms)}, ${figuresText(figuresOf([point]))}`;
}

function Readout({ series, point }: { series: Series; point: SeriesPoint | null }) {
	const hasUnsplit = series.points.some(({ phases, p50Ms }) => phases === null && p50Ms !== null);
	const shown = PHASE_LOOKS.filter(({ member }) => series.points.some(({ phases }) => (phases?.[member] ?? 0) > 0));
	return (
		<div className="mb-2 flex min-h-5 flex-wrap gap-x-4 gap-y-1 text-muted" aria-hidden="true">
			{shown.map(({ phase, member, label, swatch }) => (
				<span key={phase} className="inline-flex items-center gap-1.5">
					<span className={`size-2.5 rounded-mark ${swatch}`} />
					{label}
					{point && <span className="text-text">{milliseconds(point.phases?.[member] || null)}</span>}
				</span>
			))}
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
					{minuteText(point.at, Date.now())} · {figuresText(figuresOf([point]))}
				</span>
			)}
		</div>
	);
}

function chartText({ points }: Series): string {
	const medians = points.map(({ p50Ms }) => p50Ms).filter((ms) => ms !== null);
	if (medians.length === 0) return "Response time: no answers in this range.";
	const sorted = medians.toSorted((a, b) => a - b);
	const typical = sorted[Math.floor(sorted.length / 2)] ?? 0;
	const slowest = Math.max(...points.map(({ maxMs }) => maxMs ?? 0));
	return `Response time: typically ${milliseconds(typical)}, at most ${milliseconds(slowest)}.`;
}
