/** What an alert sent, skipped or gave up, newest first; before it what is tried again or held, and until when. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type AlertEvent, alertLogQuery } from "../../api/alerts.ts";
import { boardQuery } from "../../api/board.ts";
import { channelName } from "../../format/channel-names.ts";
import { counted, listed } from "../../format/words.ts";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { NotRead } from "../../ui/states.tsx";
import { OlderButton } from "../../ui/table/older-button.tsx";
import { Cell, Table, wide } from "../../ui/table/table.tsx";
import { NoticeMark } from "./notice-mark.tsx";

/** While a delivery is tried again, its outcome is asked for this often. */
const ASK_AGAIN_MS = 15_000;

export function DeliveryLog({ alertId }: { alertId: string }) {
	const list = useInfiniteQuery({
		...alertLogQuery(alertId),
		refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isWaiting) ? ASK_AGAIN_MS : false),
	});
	const { data, error, refetch } = list;
	const events = data?.pages.flatMap(({ items }) => items);
	return (
		<Card title="Delivery log" className="mt-6">
			{events === undefined ? (
				<NotRead fault={error} what="The delivery log" onRetry={() => void refetch()} />
			) : events.length === 0 ? (
				<p className="text-muted">No notice was sent yet. Tests are not listed here.</p>
			) : (
				<Events events={events} />
			)}
			<OlderButton list={list} />
		</Card>
	);
}

function isWaiting({ status }: Pick<AlertEvent, "status">): boolean {
	return status === "pending" || status === "held";
}

function Events({ events }: { events: readonly AlertEvent[] }) {
	const { data: board } = useQuery({ ...boardQuery, enabled: false });
	const nameOf = (id: string) =>
		board === undefined ? "…" : (board.monitors[board.positions.get(id) ?? -1]?.name ?? "a deleted monitor");
	// Of those that are shown: a message may have more.
	const together = new Map<string | null, number>();
	for (const { noticeId } of events) if (noticeId !== null) together.set(noticeId, (together.get(noticeId) ?? 0) + 1);
	return (
		<Table label="Delivery log" heads={["At", "Monitor", wide("Notice"), wide("To"), "Outcome"]}>
			{events.map((event) => (
				<tr key={event.id}>
					<Cell className="sm:whitespace-nowrap">
						<Instant at={event.sentAt ?? event.createdAt} />
					</Cell>
					<Cell>
						<Link to="/monitors/$id" params={{ id: event.monitorId }} className="hover:underline">
							{nameOf(event.monitorId)}
						</Link>
						<div className="sm:hidden">
							<NoticeMark event={event.eventType} />
							<About event={event} />
						</div>
						<div className="sm:hidden">
							<Recipient event={event} />
						</div>
					</Cell>
					<Cell wide>
						<NoticeMark event={event.eventType} />
						<About event={event} />
					</Cell>
					<Cell wide>
						<Recipient event={event} />
					</Cell>
					<Cell>
						<Outcome event={event} together={together.get(event.noticeId) ?? 1} />
					</Cell>
				</tr>
			))}
		</Table>
	);
}

const TRIGGERS: Readonly<Record<AlertEvent["trigger"], string>> = {
	change: "",
	cooldown_end: "unchanged after the quiet time",
	reminder: "reminder",
	escalation: "escalated",
	acknowledgement: "acknowledged",
	update: "more monitors that depend on it failed",
};

/** What it was about, and why it was sent, where a change of status does not say it. */
function About({ event: { kind, trigger } }: { event: AlertEvent }) {
	const text = listed([kind ?? "", TRIGGERS[trigger]].filter(Boolean));
	return text === "" ? null : <span className="text-muted"> · {text}</span>;
}

/** The channel or the person, and the step of the escalation that told them. */
function Recipient({ event: { escalation, channel } }: { event: AlertEvent }) {
	const to = channel === null ? (escalation?.onCall ?? "whoever was on call") : channelName(channel);
	if (escalation === null) return to;
	const { step, schedule, fallback } = escalation;
	return (
		<>
			{to}
			<span className="text-muted" title={fallback ?? undefined}>
				{" "}
				· step {step}
				{schedule !== null && `, ${schedule}`}
				{fallback !== null && ", to the alert’s own channel"}
			</span>
		</>
	);
}

const LOOKS: Readonly<Record<AlertEvent["status"], string>> = {
	sent: "",
	skipped_cooldown: "text-muted",
	skipped_cap: "text-degraded",
	skipped_outdated: "text-muted",
	skipped_hours: "text-muted",
	failed: "font-semibold text-down",
	pending: "font-semibold text-degraded",
	held: "font-semibold",
};

const HELD_FOR: Readonly<Record<Exclude<NonNullable<AlertEvent["heldFor"]>, "pause">, string>> = {
	maintenance: "maintenance",
	cooldown: "quiet time",
	snooze: "snoozed",
	hours: "outside of the hours",
	flapping: "until it lasts 10 min, as the monitor is flapping",
	dependency_check: "what it depends on is being checked",
	dependency: "what it depends on is down",
	cause: "the others of its cause",
};

/** @param together events of the same message, this one included */
function Outcome({ event, together }: { event: AlertEvent; together: number }) {
	return (
		<>
			<span className={LOOKS[event.status]}>{outcomeText(event)}</span>
			{together > 1 && <span className="text-muted"> · one message with {counted(together - 1, "other")}</span>}
			{event.errorMessage && <span className="text-muted"> · {event.errorMessage}</span>}
		</>
	);
}

function outcomeText({ status, heldFor, nextAttemptAt }: AlertEvent): ReactNode {
	const next = nextAttemptAt === null ? null : <Instant at={nextAttemptAt} />;
	switch (status) {
		case "sent":
			return "sent";
		case "skipped_cooldown":
			return "skipped: quiet time";
		case "skipped_cap":
			return "skipped: daily limit";
		case "skipped_outdated":
			return "skipped: no longer true";
		case "skipped_hours":
			return "skipped: outside of the hours";
		case "failed":
			return "failed";
		case "pending":
			return <>not delivered yet{next && <>, tried again at {next}</>}</>;
		case "held":
			if (heldFor === "pause") return "held while the monitor is paused";
			return (
				<>
					held{next && <> until {next}</>}: {heldFor && HELD_FOR[heldFor]}
				</>
			);
	}
}
