/** The list of alerts. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BellRing } from "lucide-react";
import { alertsQuery } from "../../api/alerts.ts";
import { channelName } from "../../format/channel-names.ts";
import { listed } from "../../format/words.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { ButtonLink } from "../../ui/buttons/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { ActionsCell } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, ListCard, wide } from "../../ui/table/table.tsx";
import { coverageText } from "./coverage-text.ts";
import { NOTICE_WORDS } from "./notice-mark.tsx";
import { TestButton } from "./test-button.tsx";

export function AlertsPage() {
	usePageTitle("Alerts");
	const canWrite = useMay("alerts:write");
	return (
		<>
			<PageHeader
				title="Alerts"
				subtitle="Who is notified of what, and how."
				actions={
					canWrite && (
						<ButtonLink to="/alerts/new" look="strong">
							New alert
						</ButtonLink>
					)
				}
			/>
			<Needs scope="alerts:read" what="Alerts">
				<Contents />
			</Needs>
		</>
	);
}

function Contents() {
	const { data: alerts, error, refetch } = useQuery(alertsQuery);
	const canWrite = useMay("alerts:write");
	if (error) return <FaultNotice fault={error} what="The alerts" onRetry={() => void refetch()} />;
	if (!alerts) return <Loading />;
	if (alerts.length === 0) {
		return (
			<EmptyState
				icon={<BellRing size={22} aria-hidden />}
				title="Nobody is notified yet"
				action={
					canWrite && (
						<ButtonLink to="/alerts/new" look="plain">
							Add the first alert
						</ButtonLink>
					)
				}
			>
				Choose who is told when a monitor fails, and by which channel: mail, a chat, a phone, an on-call service, or a
				webhook of your own.
			</EmptyState>
		);
	}
	return (
		<ListCard label="Alerts" heads={["Name", "Channel", wide("Monitors"), wide("When"), wide("State"), ACTIONS]}>
			{alerts.map((alert) => (
				<tr key={alert.id} className="hover:bg-hover">
					<Cell className="min-w-32">
						<Link to="/alerts/$id" params={{ id: alert.id }} className="font-semibold hover:underline">
							{alert.name}
						</Link>
						{!alert.isEnabled && <span className="text-muted sm:hidden"> off</span>}
					</Cell>
					<Cell>
						{channelName(alert.channel.type)}
						{alert.channelProblem && (
							<span className="block font-semibold text-degraded" title={alert.channelProblem}>
								can send nothing
							</span>
						)}
					</Cell>
					<Cell wide>
						<span className="words">{coverageText(alert)}</span>
					</Cell>
					<Cell wide>{listed(alert.events.map((event) => NOTICE_WORDS[event]))}</Cell>
					<Cell wide>{alert.isEnabled ? "on" : <span className="text-muted">off</span>}</Cell>
					<ActionsCell>{canWrite && <TestButton alertId={alert.id} name={alert.name} />}</ActionsCell>
				</tr>
			))}
		</ListCard>
	);
}
