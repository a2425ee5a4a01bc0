/** One monitor of the board. Rendered again only when its object, its position or its selection changes. */

import { memo } from "react";
import type { BoardMonitor } from "../../api/board.ts";
import type { OpenOutage } from "../../api/outages.ts";
import { MinuteStrip } from "../../charts/minute-strip.tsx";
import { milliseconds, roughDuration } from "../../format/duration.ts";
import { DAY_MS, MINUTE_MS } from "../../format/durations.ts";
import { handlerName } from "../../format/handler-name.ts";
import { instantText, roughInstantText, utcText } from "../../format/instant.ts";
import { knownPart } from "../../format/known-part.ts";
import { uptimeText } from "../../format/uptime.ts";
import { classNames } from "../../ui/class-names.ts";
import { useNow, useTextNow } from "../../ui/clock.tsx";
import { STATUS_WORDS, StatusMark, StatusShape, shownStatus } from "../../ui/status-mark.tsx";

/** The columns of header and rows, in one place. Columns leave as the page gets narrower; a phone has its own row. */
export const COLUMNS =
	"grid items-center gap-x-4 grid-cols-[96px_minmax(120px,1.1fr)_minmax(100px,1.4fr)_70px_88px_88px_58px] xl:grid-cols-[96px_minmax(120px,1fr)_minmax(100px,1.35fr)_minmax(180px,240px)_70px_130px_130px_58px]";

interface Props {
	readonly monitor: BoardMonitor;
	/** Counted from 1, the header included. */
	readonly rowIndex: number;
	readonly isActive: boolean;
	readonly isSelected: boolean;
	readonly selectable: boolean;
	/** The one that lasts. */
	readonly outage: OpenOutage | undefined;
	/** Null where the reader may not. */
	readonly onAcknowledge: ((outageId: string) => void) | null;
	readonly onToggle: (id: string) => void;
	readonly onFocus: (id: string) => void;
}

export const MonitorRow = memo(function MonitorRow(props: Props) {
	const { monitor, rowIndex, isActive, isSelected, selectable, outage, onAcknowledge, onToggle, onFocus } = props;
	return (
		<div
			role="row"
			aria-rowindex={rowIndex}
			aria-selected={selectable ? isSelected : undefined}
			tabIndex={isActive ? 0 : -1}
			data-monitor={monitor.id}
			onFocus={() => onFocus(monitor.id)}
			className={classNames(
				COLUMNS,
				"group/row relative h-full border-b border-line px-2 outline-offset-[-2px]",
				isSelected ? "bg-accent-wash" : "hover:bg-hover",
			)}
		>
			<div role="gridcell" className="absolute inset-y-0 -left-5 flex w-5 items-center justify-center">
				{selectable && (
					<input
						type="checkbox"
						tabIndex={-1}
						aria-label={`Select ${monitor.name}`}
						checked={isSelected}
						onChange={() => onToggle(monitor.id)}
						className={classNames(
							"relative z-10 size-3.5 accent-text",
							!isSelected && "opacity-0 group-hover/row:opacity-100 group-focus/row:opacity-100 focus:opacity-100",
						)}
					/>
				)}
			</div>
			<div role="gridcell">
				<StatusMark status={shownStatus(monitor)} />
			</div>
			<div role="gridcell" className="min-w-0">
				<a
					href={`/monitors/${monitor.id}`}
					tabIndex={-1}
					className="words block truncate font-semibold after:absolute after:inset-0"
				>
					{monitor.name}
				</a>
			</div>
			<div role="gridcell" className="flex min-w-0 items-center justify-between gap-2">
				<span className="min-w-0 truncate font-mono text-small text-muted">{monitor.target}</span>
				{outage ? <Handled outage={outage} onAcknowledge={onAcknowledge} /> : <Regional monitor={monitor} />}
			</div>
			<div role="gridcell" className="hidden xl:block">
				{hasStrip(monitor) && <MinuteStrip recent={monitor.recent} className="block h-[18px] w-full" />}
			</div>
			<Figures monitor={monitor} />
		</div>
	);
});

/** It is not down, but not everywhere up either. */
function Regional({ monitor: { enabled, regionalSince } }: { monitor: BoardMonitor }) {
	if (!enabled || regionalSince === null) return null;
	return (
		<span className="shrink-0 text-small text-degraded" title={utcText(regionalSince * 1000)}>
			fails from a location
		</span>
	);
}

/** Who has the outage, or a button to take it. */
function Handled({ outage, onAcknowledge }: { outage: OpenOutage } & Pick<Props, "onAcknowledge">) {
	const { acknowledgement } = outage;
	const now = useNow(MINUTE_MS);
	if (acknowledgement !== null) {
		return (
			<span
				className="words max-w-[60%] shrink-0 truncate text-small"
				title={`since ${instantText(acknowledgement.at, now)}`}
			>
				{handlerName(acknowledgement.by)} has it
			</span>
		);
	}
	if (onAcknowledge === null) return null;
	return (
		<button
			type="button"
			tabIndex={-1}
			aria-label={`Acknowledge ${outage.monitor.name}`}
			onClick={() => onAcknowledge(outage.id)}
			className="relative z-10 h-6 shrink-0 rounded-control border border-line-strong bg-panel px-2 text-small hover:bg-hover"
		>
			Acknowledge
		</button>
	);
}

/** A monitor that was paused in the last hour still shows what was seen before. */
function hasStrip({ enabled, recent }: BoardMonitor): boolean {
	return enabled || /[^.]/.test(recent);
}

function Figures({ monitor }: { monitor: BoardMonitor }) {
	return (
		<>
			<div role="gridcell" className={classNames("text-right", !monitor.enabled && "text-muted")}>
				{milliseconds(monitor.responseTimeMs)}
			</div>
			<Availability
				available={monitor.available24h}
				fastEnough={monitor.fastEnough24h}
				createdAt={monitor.createdAt}
				windowMs={DAY_MS}
				shorterMs={0}
			/>
			<Availability
				available={monitor.available30d}
				fastEnough={monitor.fastEnough30d}
				createdAt={monitor.createdAt}
				windowMs={30 * DAY_MS}
				shorterMs={DAY_MS}
			/>
			<div role="gridcell" className="text-right text-muted">
				<Since at={monitor.since} />
			</div>
		</>
	);
}

interface AvailabilityProps {
	readonly available: number | null;
	readonly fastEnough: number | null;
	/** Epoch seconds. */
	readonly createdAt: number;
	readonly windowMs: number;
	/** The next shorter window that is shown beside; 0: none. */
	readonly shorterMs: number;
}

/** What was available, and below it what else there is to say. */
function Availability(props: AvailabilityProps) {
	const part = knownPart(useNow(MINUTE_MS) - props.createdAt * 1000, props.windowMs, props.shorterMs);
	return (
		<div role="gridcell" className="text-right leading-4">
			{part === "nothing" ? "–" : uptimeText(props.available)}
			{part !== "nothing" && <BelowAvailable {...props} />}
		</div>
	);
}

/** What was fast enough, where that is less than what was available; since when a young monitor is watched. */
function BelowAvailable({ available, fastEnough, createdAt, windowMs, shorterMs }: AvailabilityProps) {
	const now = useNow(MINUTE_MS);
	const at = createdAt * 1000;
	if (available === null) return null;
	const since = knownPart(now - at, windowMs, shorterMs) === "part" ? `since ${roughInstantText(at, now)}` : null;
	if (fastEnough === available) {
		return since !== null && <div className="text-small whitespace-nowrap text-muted">{since}</div>;
	}
	return (
		<div className="text-small whitespace-nowrap text-muted" title={since ?? undefined}>
			{uptimeText(fastEnough)} fast<span className="sm:max-xl:sr-only"> enough</span>
			{since !== null && <span className="sr-only">, {since}</span>}
		</div>
	);
}

function Since({ at }: { at: number | null }) {
	const text = useTextNow((now) => (at === null ? "–" : roughDuration(now - at * 1000)));
	return <span title={at === null ? undefined : utcText(at * 1000)}>{text}</span>;
}

/** The row on a phone: name and target, and the status at the right. */
export const NarrowMonitorRow = memo(function NarrowMonitorRow(props: Props) {
	const { monitor, rowIndex, isActive, isSelected, selectable, outage, onToggle, onFocus } = props;
	const status = shownStatus(monitor);
	return (
		<div
			role="row"
			aria-rowindex={rowIndex}
			aria-selected={selectable ? isSelected : undefined}
			tabIndex={isActive ? 0 : -1}
			data-monitor={monitor.id}
			onFocus={() => onFocus(monitor.id)}
			className={classNames(
				"relative flex h-full items-center gap-3 border-b border-line px-2 outline-offset-[-2px]",
				isSelected && "bg-accent-wash",
			)}
		>
			<div role="gridcell" className="flex size-6 items-center justify-center">
				{selectable ? (
					<label className="relative z-10 flex size-6 items-center justify-center">
						<input
							type="checkbox"
							tabIndex={-1}
							aria-label={`Select ${monitor.name}`}
							checked={isSelected}
							onChange={() => onToggle(monitor.id)}
							className="peer absolute inset-0 cursor-pointer opacity-0 checked:opacity-100 checked:accent-text"
						/>
						<StatusShape status={status} className="peer-checked:hidden" />
					</label>
				) : (
					<StatusShape status={status} />
				)}
			</div>
			<div role="gridcell" className="min-w-0 flex-1">
				<a
					href={`/monitors/${monitor.id}`}
					tabIndex={-1}
					className="words block truncate font-semibold after:absolute after:inset-0"
				>
					{monitor.name}
				</a>
				{outage?.acknowledgement ? (
					<div className="words truncate text-small">{handlerName(outage.acknowledgement.by)} has it</div>
				) : monitor.enabled && monitor.regionalSince !== null ? (
					<Regional monitor={monitor} />
				) : (
					<div className="truncate font-mono text-small text-muted">{monitor.target}</div>
				)}
			</div>
			<div role="gridcell" className="w-[124px] text-right">
				{status === "up" ? <div>{uptimeText(monitor.available24h)}</div> : <NarrowStatus monitor={monitor} />}
				{status !== "paused" && (
					<BelowAvailable
						available={monitor.available24h}
						fastEnough={monitor.fastEnough24h}
						createdAt={monitor.createdAt}
						windowMs={DAY_MS}
						shorterMs={0}
					/>
				)}
				{hasStrip(monitor) && <MinuteStrip recent={monitor.recent} className="mt-0.5 ml-auto block h-3 w-full" />}
			</div>
		</div>
	);
});

function NarrowStatus({ monitor }: { monitor: BoardMonitor }) {
	const status = shownStatus(monitor);
	const colour = status === "down" ? "text-down" : status === "degraded" ? "text-degraded" : "text-muted";
	return (
		<div className={classNames("font-semibold", colour)}>
			{STATUS_WORDS[status]} <Since at={monitor.since} />
		</div>
	);
}
