/** A status: its shape, its colour and its word. No one of the three alone. */

import type { Status } from "../api/monitors.ts";
import { classNames } from "./class-names.ts";

export type ShownStatus = Status | "paused" | "maintenance" | "missed";

export const STATUS_WORDS: Readonly<Record<ShownStatus, string>> = {
	up: "Up",
	degraded: "Degraded",
	down: "Down",
	pending: "Pending",
	paused: "Paused",
	maintenance: "Maintenance",
	missed: "Missed",
};

const COLOURS: Readonly<Record<ShownStatus, string>> = {
	up: "text-up",
	degraded: "text-degraded-shape",
	down: "text-down",
	pending: "text-paused",
	paused: "text-paused",
	maintenance: "text-maintenance",
	missed: "text-paused",
};

/** Words of trouble are coloured; the word of health is not, so that a healthy page stays calm. */
const WORD_COLOURS: Readonly<Record<ShownStatus, string>> = {
	up: "text-text",
	degraded: "text-degraded",
	down: "text-down",
	pending: "text-muted",
	paused: "text-muted",
	maintenance: "text-maintenance",
	missed: "text-muted",
};

export function StatusShape({ status, className }: { status: ShownStatus; className?: string }) {
	return (
		<svg
			viewBox="0 0 10 10"
			aria-hidden="true"
			className={classNames("inline-block size-[9px] shrink-0", COLOURS[status], className)}
		>
			{status === "up" && <circle cx="5" cy="5" r="4" fill="currentColor" />}
			{status === "degraded" && <path d="M5 .8 9.6 9.2H.4z" fill="currentColor" />}
			{status === "down" && <rect x="1" y="1" width="8" height="8" rx="1.5" fill="currentColor" />}
			{status === "maintenance" && <path d="M5 .4 9.6 5 5 9.6.4 5z" fill="currentColor" />}
			{status === "paused" && <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.4" />}
			{(status === "pending" || status === "missed") && (
				<circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.4" strokeDasharray="2 1.6" />
			)}
		</svg>
	);
}

export function StatusMark({ status, className }: { status: ShownStatus; className?: string }) {
	return (
		<ShapedWord shape={status} className={classNames(WORD_COLOURS[status], className)}>
			{STATUS_WORDS[status]}
		</ShapedWord>
	);
}

interface ShapedWordProps {
	readonly shape: ShownStatus;
	readonly className?: string;
	readonly children: string;
}

/** A shape before its word, which stands on the baseline of the text around it. */
export function ShapedWord({ shape, className, children }: ShapedWordProps) {
	return (
		<span className={classNames("inline-flex items-baseline gap-2 font-semibold whitespace-nowrap", className)}>
			<StatusShape status={shape} className="self-center" />
			{children}
		</span>
	);
}

/** A paused monitor keeps its last status; what is shown is that it is paused. */
export function shownStatus(monitor: { status: Status; enabled: boolean }): ShownStatus {
	return monitor.enabled ? monitor.status : "paused";
}
