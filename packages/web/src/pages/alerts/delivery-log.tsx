/** What an alert sent, skipped or gave up, newest first; before it what is tried again or held, and until when. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type AlertEvent, alertLogQuery } from "../../api/alerts.ts";
import { boardQuery } from "../../api/board.ts";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { OlderButton } from "../../ui/table/older-button.tsx";
import { Cell, Head, Table } from "../../ui/table/table.tsx";
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
				error ? (
					<FaultNotice fault={error} what="The delivery log" onRetry={() => void refetch()} />
				) : (
					<Loading />
				)
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
	const nameOf = (id: string) => board?.monitors[board.positions.get(id) ?? -1]?.name ?? "a deleted monitor";
	return (
		<Table label="Delivery log">
			<thead>
				<tr>
					<Head>At</Head>
					<Head>Monitor</Head>
					<Head wide>Notice</Head>
					<Head>Outcome</Head>
				</tr>
			</thead>
			<tbody>
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
							</div>
						</Cell>
						<Cell wide>
							<NoticeMark event={event.eventType} />
						</Cell>
						<Cell>
							<Outcome event={event} />
						</Cell>
					</tr>
				))}
			</tbody>
		</Table>
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

function Outcome({ event }: { event: AlertEvent }) {
	return (
		<>
			<span className={LOOKS[event.status]}>{outcomeText(event)}</span>
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
