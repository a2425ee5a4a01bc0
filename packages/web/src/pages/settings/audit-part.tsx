import { useInfiniteQuery } from "@tanstack/react-query";
import { type AuditEvent, auditQuery } from "../../api/team.ts";
import { inWords } from "../../format/words.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { Cell, Head, Table } from "../../ui/table.tsx";

export default function AuditPart() {
	const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery);
	const events = data?.pages.flatMap(({ items }) => items);
	if (error) return <FaultNotice fault={error} what="The audit log" onRetry={() => void refetch()} />;
	if (!events) return <Loading lines={8} />;
	return (
		<Card title="Who did what" aside="kept for 400 days">
			{events.length === 0 ? (
				<p className="text-muted">Nothing yet.</p>
			) : (
				<Table label="Who did what">
					<thead>
						<tr>
							<Head>At</Head>
							<Head>Who</Head>
							<Head>What</Head>
							<Head>Changes</Head>
							<Head>From</Head>
						</tr>
					</thead>
					<tbody>
						{events.map((event) => (
							<EventRow key={event.id} event={event} />
						))}
					</tbody>
				</Table>
			)}
			{hasNextPage && (
				<Button className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
					Older
				</Button>
			)}
		</Card>
	);
}

const ACTORS = { key: "key", user: "", cli: "command line" } as const;

function EventRow({ event: { at, actor, action, objectType, objectName, changes, address } }: { event: AuditEvent }) {
	return (
		<tr>
			<Cell className="whitespace-nowrap">
				<Instant at={at} />
			</Cell>
			<Cell>
				{actor.name ?? ""} <span className="text-muted">{ACTORS[actor.kind]}</span>
			</Cell>
			<Cell className="min-w-40">
				{inWords(action.replace(/[.:]/g, " "))}
				{!action.includes(objectType) && <span className="text-muted"> {inWords(objectType)}</span>}
				{objectName && <div className="font-semibold">{objectName}</div>}
			</Cell>
			<Cell className="min-w-48">
				{changes.map(({ field, before, after }) => (
					<div key={field} className="break-all">
						<span className="text-muted">{field}</span> {shown(before)} → {shown(after)}
					</div>
				))}
			</Cell>
			<Cell className="font-mono whitespace-nowrap">{address ?? "–"}</Cell>
		</tr>
	);
}

function shown(value: unknown): string {
	if (value === null || value === undefined) return "nothing";
	return typeof value === "string" ? value : JSON.stringify(value);
}
