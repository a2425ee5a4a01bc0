/** What the page of a job shows: where it reports, how, and what it reported last. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type MonitorOf, monitorQuery } from "../../../api/monitors.ts";
import { type Ping, pingsQuery, renewPingUrl } from "../../../api/pings.ts";
import { duration, interval } from "../../../format/duration.ts";
import { isLocalAddress } from "../../../format/local-address.ts";
import { useMay } from "../../../shell/session.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyField } from "../../../ui/buttons/copy-field.tsx";
import { PillButton } from "../../../ui/buttons/pill-button.tsx";
import { useCopy } from "../../../ui/buttons/use-copy.ts";
import { Card } from "../../../ui/card.tsx";
import { Instant } from "../../../ui/clock.tsx";
import { ConfirmDialog } from "../../../ui/dialog/dialog.tsx";
import { ScheduleText } from "../../../ui/schedule-text.tsx";
import { FaultNotice } from "../../../ui/states.tsx";
import { Cell, Table, wide } from "../../../ui/table/table.tsx";
import { toast, toastFault } from "../../../ui/toasts.tsx";
import { snippetsOf } from "./ping-snippets.ts";
import type { JobSchedule } from "./schedule-texts.ts";

type Job = MonitorOf<"cron">;

export function JobCard({ monitor }: { monitor: Job }) {
	const canWrite = useMay("monitors:write");
	const [isRenewing, setIsRenewing] = useState(false);
	const client = useQueryClient();
	const { pingUrl } = monitor;
	async function renew() {
		await renewPingUrl(monitor.id);
		await client.invalidateQueries({ queryKey: monitorQuery(monitor.id).queryKey });
		toast("Renewed. Put the new address into the job.");
	}
	return (
		<Card
			title="The job"
			className="mb-3"
			aside={
				canWrite && (
					<Button look="quiet" className="-mr-3" onClick={() => setIsRenewing(true)}>
						Renew the address
					</Button>
				)
			}
		>
			<Expected job={monitor} />
			{pingUrl === null ? (
				<p className="text-muted">The address can't be read any more. Renew it.</p>
			) : (
				<>
					<p className="mb-2 text-muted">
						The job calls this address after each run. Whoever knows the address can report.
					</p>
					<CopyField label="Ping address" value={pingUrl} />
					{isLocalAddress(pingUrl) && (
						<p className="mt-2 text-degraded">
							Only jobs on Lapwing's own machine reach this address. <code className="font-mono">PUBLIC_URL</code> sets
							the one that others use, here and in the snippets.
						</p>
					)}
					<Snippets pingUrl={pingUrl} job={monitor} />
				</>
			)}
			<LastPings monitorId={monitor.id} />
			{isRenewing && (
				<ConfirmDialog
					title="Renew the ping address?"
					confirmLabel="Renew"
					onClose={() => setIsRenewing(false)}
					onConfirm={() => renew().catch(toastFault)}
				>
					The present address stops working at once: the job is late until it has the new one.
				</ConfirmDialog>
			)}
		</Card>
	);
}

function Snippets({ pingUrl, job }: { pingUrl: string; job: JobSchedule }) {
	const snippets = snippetsOf(pingUrl, job);
	const [chosen, setChosen] = useState(0);
	const snippet = snippets[chosen] ?? snippets[0];
	return (
		<section aria-label="Snippets to copy" className="mt-3">
			<div className="mb-2 flex flex-wrap gap-1">
				{snippets.map(({ name }, place) => (
					<PillButton key={name} pressed={place === chosen} onClick={() => setChosen(place)}>
						{name}
					</PillButton>
				))}
			</div>
			{snippet && <SnippetBlock key={snippet.name} text={snippet.text} />}
		</section>
	);
}

/** When the next run has to report, in words. */
function Expected({ job: { schedule, timeZone, every, graceSeconds } }: { job: Job }) {
	return (
		<p className="mb-3">
			Expected{" "}
			{schedule === null ? (
				`${interval(every ?? 0)} at the latest`
			) : (
				<ScheduleText schedule={schedule} timeZone={timeZone} />
			)}
			.{" "}
			<span className="text-muted">
				Down when a run is {duration(graceSeconds * 1000)} late.
				{schedule !== null && " A report counts from 30 s before a run is due; an earlier one counts for none."}
			</span>
		</p>
	);
}

const SNIPPET = "min-w-0 flex-1 overflow-x-auto rounded-control border border-line p-2 font-mono text-small";

function SnippetBlock({ text }: { text: string }) {
	const { isCopied, copy } = useCopy(() => {
		toast("The browser does not let this page copy. Select the text instead.");
	});
	return (
		<div className="flex items-start gap-2">
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
			<pre tabIndex={0} className={SNIPPET}>
				{text}
			</pre>
			<Button onClick={() => void copy(text)}>{isCopied ? "Copied" : "Copy"}</Button>
		</div>
	);
}

function LastPings({ monitorId }: { monitorId: string }) {
	const { data: pings, error, refetch } = useQuery(pingsQuery(monitorId));
	if (error) return <FaultNotice fault={error} what="The pings" onRetry={() => void refetch()} />;
	if (pings === undefined) return null;
	if (pings.length === 0) return <p className="mt-3 text-muted">No ping yet.</p>;
	return (
		<div className="mt-3">
			<Table
				label="Last pings"
				heads={["At", "Reported", { name: "Took", right: true }, wide("From"), wide("With", "w-full")]}
			>
				{pings.map((ping) => (
					<tr key={ping.id}>
						<Cell className="whitespace-nowrap">
							<Instant at={ping.at} />
						</Cell>
						<Cell>{wordsOf(ping)}</Cell>
						<Cell right>{ping.durationMs === null ? "–" : duration(ping.durationMs)}</Cell>
						<Cell wide>{ping.address}</Cell>
						<Cell wide>{ping.userAgent ?? "–"}</Cell>
					</tr>
				))}
			</Table>
		</div>
	);
}

function wordsOf({ kind, exitCode }: Ping): string {
	if (kind !== "fail") return kind;
	return exitCode === null ? "failure" : `exit code ${exitCode}`;
}
