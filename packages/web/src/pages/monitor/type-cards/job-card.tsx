/** What the page of a job shows: where it reports, how, and what it reported last. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Monitor, monitorQuery } from "../../../api/monitors.ts";
import { type Ping, pingsQuery, renewPingUrl } from "../../../api/pings.ts";
import { duration } from "../../../format/duration.ts";
import { useMay } from "../../../shell/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Instant } from "../../../ui/clock.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { ConfirmDialog } from "../../../ui/dialog/dialog.tsx";
import { FaultNotice } from "../../../ui/states.tsx";
import { Cell, Head, Table } from "../../../ui/table/table.tsx";
import { toast, toastFault } from "../../../ui/toasts.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { snippetsOf } from "./ping-snippets.ts";
import type { JobSchedule } from "./schedule-texts.ts";

export function JobCard({ monitor }: { monitor: Monitor }) {
	const canWrite = useMay("monitors:write");
	const [isRenewing, setIsRenewing] = useState(false);
	const client = useQueryClient();
	const pingUrl = textOf(monitor["pingUrl"]);
	async function renew() {
		try {
			await renewPingUrl(monitor.id);
			await client.invalidateQueries({ queryKey: monitorQuery(monitor.id).queryKey });
			toast("Renewed. Put the new address into the job.");
		} catch (fault) {
			toastFault(fault);
		}
	}
	return (
		<Card
			title="Ping address"
			className="mb-3"
			aside={
				canWrite && (
					<Button look="quiet" className="-mr-3" onClick={() => setIsRenewing(true)}>
						Renew
					</Button>
				)
			}
		>
			{pingUrl === null ? (
				<p className="text-muted">The address can't be read any more. Renew it.</p>
			) : (
				<>
					<p className="mb-2 text-muted">The job calls it after each run. Whoever knows it can report.</p>
					<CopyField label="Ping address" value={pingUrl} />
					<Snippets pingUrl={pingUrl} job={monitor as unknown as JobSchedule} />
				</>
			)}
			<LastPings monitorId={monitor.id} />
			{isRenewing && (
				<ConfirmDialog
					title="Renew the ping address?"
					confirmLabel="Renew"
					onClose={() => setIsRenewing(false)}
					onConfirm={renew}
				>
					The present address stops working at once: the job is late until it has the new one.
				</ConfirmDialog>
			)}
		</Card>
	);
}

function Snippets({ pingUrl, job }: { pingUrl: string; job: JobSchedule }) {
	return (
		<details className="mt-3">
			<summary className="cursor-pointer">Snippets to copy</summary>
			<div className="mt-2 space-y-3">
				{snippetsOf(pingUrl, job).map(({ name, text }) => (
					<SnippetBlock key={name} name={name} text={text} />
				))}
			</div>
		</details>
	);
}

function SnippetBlock({ name, text }: { name: string; text: string }) {
	const { isCopied, copy } = useCopy(() => {
		toast("The browser does not let this page copy. Select the text instead.");
	});
	return (
		<section aria-label={name}>
			<div className="mb-1 flex items-center justify-between gap-2">
				<h3 className="text-small">{name}</h3>
				<Button look="quiet" className="-mr-3" onClick={() => void copy(text)}>
					{isCopied ? "Copied" : "Copy"}
				</Button>
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
			<pre tabIndex={0} className="overflow-x-auto rounded-control border border-line p-2 font-mono text-small">
				{text}
			</pre>
		</section>
	);
}

function LastPings({ monitorId }: { monitorId: string }) {
	const { data: pings, error, refetch } = useQuery(pingsQuery(monitorId));
	if (error) return <FaultNotice fault={error} what="The pings" onRetry={() => void refetch()} />;
	if (pings === undefined) return null;
	if (pings.length === 0) return <p className="mt-3 text-muted">No ping yet.</p>;
	return (
		<div className="mt-3">
			<Table label="Last pings">
				<thead>
					<tr>
						<Head>At</Head>
						<Head>Reported</Head>
						<Head right>Took</Head>
						<Head wide>From</Head>
						<Head wide className="w-full">
							With
						</Head>
					</tr>
				</thead>
				<tbody>
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
				</tbody>
			</Table>
		</div>
	);
}

function wordsOf({ kind, exitCode }: Ping): string {
	if (kind === "start") return "start";
	if (kind === "success") return "success";
	return exitCode === null ? "failure" : `exit code ${exitCode}`;
}

function textOf(value: unknown): string | null {
	return typeof value === "string" ? value : null;
}
