/** Every schedule of the team, with who is on call now and who follows. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarClock } from "lucide-react";
import { type OnCall, onCallQuery } from "../../api/schedules.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay, useSignedIn } from "../../shell/session.tsx";
import { ButtonLink } from "../../ui/buttons/button.tsx";
import { Minute } from "../../ui/clock.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { Cell, ListCard, wide } from "../../ui/table/table.tsx";
import { ReachNotice } from "./reach-notice.tsx";

export function OnCallPage() {
	usePageTitle("On call");
	const canWrite = useMay("schedules:write");
	return (
		<>
			<PageHeader
				title="On call"
				subtitle="Who is notified of a problem, and when it is whose turn."
				actions={
					canWrite && (
						<ButtonLink to="/on-call/new" look="strong">
							New schedule
						</ButtonLink>
					)
				}
			/>
			<Needs scope="schedules:read" what="Schedules">
				<Contents />
			</Needs>
		</>
	);
}

function Contents() {
	const { data: schedules, error, refetch } = useQuery(onCallQuery);
	const canWrite = useMay("schedules:write");
	if (error) return <FaultNotice fault={error} what="The schedules" onRetry={() => void refetch()} />;
	if (!schedules) return <Loading />;
	if (schedules.length === 0) {
		return (
			<EmptyState
				icon={<CalendarClock size={22} aria-hidden />}
				title="Nobody takes turns yet"
				action={
					canWrite && (
						<ButtonLink to="/on-call/new" look="plain">
							Make the first schedule
						</ButtonLink>
					)
				}
			>
				A schedule says who is on call at each hour. An alert’s escalation then notifies that person, through their own
				channels.
			</EmptyState>
		);
	}
	return (
		<>
			<ReachNotice schedules={schedules} />
			<ListCard label="Schedules" heads={["Schedule", "On call now", wide("Until"), wide("Then")]}>
				{schedules.map((each) => (
					<Row key={each.schedule.id} onCall={each} />
				))}
			</ListCard>
		</>
	);
}

function Row({ onCall: { schedule, now, next } }: { onCall: OnCall }) {
	return (
		<tr className="hover:bg-hover">
			<Cell className="min-w-32">
				<Link to="/on-call/$id" params={{ id: schedule.id }} className="font-semibold hover:underline">
					{schedule.name}
				</Link>
			</Cell>
			<Cell>
				<Person turn={now} />
				{next && (
					<div className="text-small text-muted sm:hidden">
						until <Minute at={now.to} />, then <Person turn={next} />
					</div>
				)}
			</Cell>
			<Cell wide>{next ? <Minute at={now.to} /> : "–"}</Cell>
			<Cell wide>{next ? <Person turn={next} /> : <span className="text-muted">nothing changes in 8 weeks</span>}</Cell>
		</tr>
	);
}

function Person({ turn: { person, insteadOf } }: { turn: OnCall["now"] }) {
	const { user } = useSignedIn().session;
	if (person === null) return <span className="font-semibold text-degraded">nobody</span>;
	return (
		<>
			<span className={person.id === user.id ? "font-semibold" : undefined}>
				{person.id === user.id ? "you" : person.name}
			</span>
			{insteadOf && <span className="text-muted"> for {insteadOf.name}</span>}
		</>
	);
}
