import { useInfiniteQuery } from "@tanstack/react-query";
import { type Outage, outagesQuery } from "../../api/history.ts";
import { duration } from "../../format/duration.ts";
import { handlerName } from "../../format/handler-name.ts";
import { counted } from "../../format/words.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Instant, Lasting, Minute, useNow } from "../../ui/clock.tsx";
import { NotRead } from "../../ui/states.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { OlderButton, useFolded } from "../../ui/table/older-button.tsx";
import { Cell, figure, Table, wide } from "../../ui/table/table.tsx";
import { CauseText } from "./cause-text.tsx";
import { reasonText } from "./status-banner.tsx";

/** The checks stand below: the outages of a bad month would hide them. */
const FIRST_SHOWN = 8;

export function OutagesCard({ monitorId }: { monitorId: string }) {
	const list = useInfiniteQuery(outagesQuery(monitorId));
	const { data, error, refetch } = list;
	const folded = useFolded(
		data?.pages.flatMap(({ items }) => items),
		FIRST_SHOWN,
	);
	const { shown: outages } = folded;
	return (
		<Card title="Outages">
			{outages === undefined ? (
				<NotRead fault={error} what="The outages" onRetry={() => void refetch()} />
			) : outages.length === 0 ? (
				<p className="text-muted">None so far.</p>
			) : (
				<Table label="Outages" heads={[wide("At worst"), "Began", "Lasted", wide("Reason"), figure("Notified")]}>
					{outages.map((outage) => (
						<OutageRow key={outage.from} outage={outage} />
					))}
				</Table>
			)}
			<OlderButton list={list} folded={folded} />
		</Card>
	);
}

const ONGOING_COLOURS = { degraded: "text-degraded", down: "text-down" } as const;

function OutageRow({ outage }: { outage: Outage }) {
	const isOngoing = outage.to === null;
	return (
		<tr>
			<Cell wide>
				<StatusMark status={outage.worstStatus} />
			</Cell>
			<Cell className="sm:whitespace-nowrap">
				<div className="sm:hidden">
					<StatusMark status={outage.worstStatus} />
				</div>
				<Instant at={outage.from} />
				<div className="text-muted sm:hidden">
					<Why outage={outage} />
				</div>
			</Cell>
			<Cell
				className={classNames(
					"sm:whitespace-nowrap",
					isOngoing && `font-semibold ${ONGOING_COLOURS[outage.worstStatus]}`,
				)}
			>
				{isOngoing ? (
					<>
						<Lasting since={outage.from} />, ongoing
					</>
				) : (
					duration(outage.durationSeconds * 1000)
				)}
			</Cell>
			<Cell wide>
				<Why outage={outage} />
			</Cell>
			<Cell right wide title={outage.notified.map(({ alertName }) => alertName).join(", ")}>
				{outage.notified.length === 0 ? "nobody" : counted(outage.notified.length, "alert")}
			</Cell>
		</tr>
	);
}

function Why({ outage }: { outage: Outage }) {
	return (
		<>
			{reasonText(outage) || "–"}
			{(outage.consequenceOf || outage.consequences || outage.group) && (
				<span className="text-muted">
					{" "}
					<CauseText outage={outage} />
				</span>
			)}
			{outage.acknowledgement && (
				<span className="text-muted">
					{" "}
					· taken by {handlerName(outage.acknowledgement.by)}, <Instant at={outage.acknowledgement.at} />
				</span>
			)}
			{outage.snooze && outage.to === null && <Snoozed snooze={outage.snooze} />}
			{outage.duringMaintenance && <span className="text-maintenance"> · in maintenance</span>}
		</>
	);
}

/** Nothing once it has ended: reminders and steps go on then. */
function Snoozed({ snooze }: { snooze: NonNullable<Outage["snooze"]> }) {
	const now = useNow();
	if (Date.parse(snooze.until) <= now) return null;
	return (
		<span className="text-muted">
			{" "}
			· snoozed by {handlerName(snooze.by)} until <Minute at={snooze.until} />
		</span>
	);
}
