import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AuditEvent, auditQuery } from "../../api/people/team.ts";
import { actionText, namedChange } from "../../format/event-words.ts";
import { counted } from "../../format/words.ts";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { OlderButton } from "../../ui/table/older-button.tsx";
import { Cell, Table, wide } from "../../ui/table/table.tsx";
import { useSettled } from "../../ui/use-settled.ts";

export default function AuditPart() {
	const [text, setText] = useState("");
	// The list is asked for once the typing pauses.
	const wanted = useSettled(text.trim());
	const list = useInfiniteQuery({ ...auditQuery(wanted), placeholderData: keepPreviousData });
	const { data, error, refetch } = list;
	const events = data?.pages.flatMap(({ items }) => items);
	if (error) return <FaultNotice fault={error} what="The audit log" onRetry={() => void refetch()} />;
	if (!events) return <Loading lines={8} />;
	return (
		<Card title="Who did what" aside="kept for 400 days">
			<SearchInput
				label="Search who or what"
				placeholder="Search who or what: Ada, alert"
				value={text}
				onText={setText}
				className="mb-3 sm:w-[360px]"
			/>
			{events.length === 0 ? (
				<p className="text-muted">{wanted === "" ? "Nothing yet." : "Nothing matches."}</p>
			) : (
				<Table
					label="Who did what"
					heads={[wide("At"), wide("Who"), { name: "What", className: "w-full" }, wide("From")]}
				>
					{events.map((event) => (
						<EventRow key={event.id} event={event} />
					))}
				</Table>
			)}
			<OlderButton list={list} />
		</Card>
	);
}

/** A line of columns; on a phone a sentence, and below it when and from where. */
function EventRow({ event }: { event: AuditEvent }) {
	const { at, objectName, address, changes } = event;
	return (
		<tr>
			<Cell wide className="align-top whitespace-nowrap">
				<Instant at={at} />
			</Cell>
			<Cell wide className="align-top whitespace-nowrap">
				<Actor event={event} />
			</Cell>
			<Cell className="align-top">
				<span className="sm:hidden">
					<Actor event={event} />{" "}
				</span>
				{actionText(event)} {objectName !== null && <strong>{objectName}</strong>}
				<div className="text-small text-muted sm:hidden">
					<Instant at={at} /> {address !== null && <span className="font-mono break-all">{address}</span>}
				</div>
				<Changes changes={changes} />
			</Cell>
			<Cell wide className="align-top font-mono">
				{address ?? "–"}
			</Cell>
		</tr>
	);
}

function Actor({ event: { actor } }: { event: AuditEvent }) {
	if (actor.kind === "cli") return "Command line";
	if (actor.kind === "lapwing") return "Lapwing";
	if (actor.kind === "link") return `By link in ${actor.name}`;
	return (
		<>
			{actor.kind === "key" && <span className="text-muted">key </span>}
			{actor.name}
		</>
	);
}

/** More changes than these, as a new object has, are folded. */
const SHOWN_CHANGES = 3;

function Changes({ changes }: Pick<AuditEvent, "changes">) {
	if (changes.length === 0) return null;
	const list = (
		<ul>
			{changes.map((change) => (
				<li key={change.field} className="[overflow-wrap:anywhere]">
					<Change change={change} />
				</li>
			))}
		</ul>
	);
	if (changes.length <= SHOWN_CHANGES) return list;
	return (
		<details>
			<summary className="w-fit text-muted">{counted(changes.length, "value")}</summary>
			{list}
		</details>
	);
}

function Change({ change }: { change: AuditEvent["changes"][number] }) {
	const { label, before, after } = namedChange(change);
	return (
		<>
			<span className="text-muted">{label}:</span>{" "}
			{before !== null && (
				<>
					<del className={after === null ? "" : "no-underline"}>
						<Value text={before} />
					</del>
					{after !== null && (
						<>
							{" "}
							<span aria-hidden="true">→</span>{" "}
						</>
					)}
				</>
			)}
			{after !== null && (
				<ins className="no-underline">
					<Value text={after} />
				</ins>
			)}
		</>
	);
}

/** Of a longer value, as a list of ids is, the beginning is shown until its reader asks for all. */
const SHOWN_LENGTH = 160;
const BEGINNING_LENGTH = 60;

function Value({ text }: { text: string }) {
	const [isWhole, setIsWhole] = useState(text.length <= SHOWN_LENGTH);
	if (isWhole) return text;
	return (
		<>
			{text.slice(0, BEGINNING_LENGTH)}…{" "}
			<button type="button" className="font-semibold text-accent hover:underline" onClick={() => setIsWhole(true)}>
				Show all
			</button>
		</>
	);
}
