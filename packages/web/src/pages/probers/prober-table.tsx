/** A row for each prober: where it is, how it is, and what it does now. */

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteProber, PROBERS_KEY, type Prober } from "../../api/probers.ts";
import { milliseconds } from "../../format/duration.ts";
import { number } from "../../format/words.ts";
import { useMay } from "../../shell/session.tsx";
import { Ago } from "../../ui/clock.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { ProberState } from "../../ui/prober-state.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, figure, Table, wide } from "../../ui/table/table.tsx";

export function ProberTable({ probers }: { probers: readonly Prober[] }) {
	const client = useQueryClient();
	const [removing, setRemoving] = useState<Prober | null>(null);
	return (
		<>
			<Table
				label="Probers"
				heads={[
					"Name",
					wide("Location"),
					"State",
					wide("Last seen"),
					wide("Version"),
					figure("Running"),
					figure("Capacity"),
					figure("Clock"),
					figure("Refuted"),
					ACTIONS,
				]}
			>
				{probers.map((prober) => (
					<Row key={prober.id} prober={prober} onRemove={() => setRemoving(prober)} />
				))}
			</Table>
			{removing && (
				<ConfirmDialog
					title={`Remove ${removing.name}?`}
					confirmLabel="Remove the prober"
					onClose={() => setRemoving(null)}
					onConfirm={async () => {
						await deleteProber(removing.id);
						await client.invalidateQueries({ queryKey: PROBERS_KEY });
					}}
				>
					<p>
						It is shut out within seconds, and its line never runs it again. Checks that it was making are made again by
						another prober in {removing.location}.
					</p>
					<p className="mt-2">
						Without another one, monitors that name {removing.location} are missed there, unless they allow the nearest
						location to take its place. What was seen from there stays.
					</p>
				</ConfirmDialog>
			)}
		</>
	);
}

function Row({ prober, onRemove }: { prober: Prober; onRemove: () => void }) {
	const canWrite = useMay("probers:write");
	const { name, location, owner, state, reason, version, lastSeenAt, running, capacity, clockOffsetMs } = prober;
	const lastSeen = lastSeenAt ? <Ago at={lastSeenAt} /> : "never";
	return (
		<tr>
			<Cell className="min-w-32">
				<span className="font-semibold">{name}</span>
				{owner === "installation" && <div className="text-small text-muted">of the installation</div>}
				<div className="text-small text-muted sm:hidden">
					<span className="font-mono">{location}</span>
					{lastSeenAt && <>, seen {lastSeen}</>}
					{version && `, version ${version}`}
					{capacity !== null && `, ${number(running ?? 0)} of ${number(capacity)} checks`}
					{clockOffsetMs !== null && `, clock ${offsetText(clockOffsetMs)}`}
					{prober.refutedShare !== null && `, ${shareText(prober.refutedShare)} refuted`}
				</div>
			</Cell>
			<Cell wide className="font-mono">
				{location}
			</Cell>
			<Cell>
				<ProberState state={lastSeenAt === null ? "never_seen" : state} />
				{reason && <div className="max-w-[40ch] min-w-32 text-small text-muted">{reason}</div>}
			</Cell>
			<Cell wide className="whitespace-nowrap">
				{lastSeen}
			</Cell>
			<Cell wide className="whitespace-nowrap">
				{version ?? "–"}
			</Cell>
			<Cell wide right>
				{running === null ? "–" : number(running)}
			</Cell>
			<Cell wide right>
				{capacity === null ? "–" : number(capacity)}
			</Cell>
			<Cell wide right>
				{clockOffsetMs === null ? (
					"–"
				) : (
					<span className={Math.abs(clockOffsetMs) > FAR_OFF_MS ? "font-semibold text-degraded" : undefined}>
						{offsetText(clockOffsetMs)}
					</span>
				)}
			</Cell>
			<Cell wide right>
				{prober.refutedShare === null ? "–" : shareText(prober.refutedShare)}
			</Cell>
			<ActionsCell>
				{canWrite && owner === "team" && <RowAction kind="remove" label="Remove" about={name} onClick={onRemove} />}
			</ActionsCell>
		</tr>
	);
}

/** From this offset on, people are notified; beyond 30 s the service sets the prober aside. */
const FAR_OFF_MS = 2_000;

/** `+12 ms`, `−3.10 s`, `0 ms`: its clock minus the service's. */
function offsetText(ms: number): string {
	return `${ms > 0 ? "+" : ms < 0 ? "−" : ""}${ms === 0 ? "0 ms" : milliseconds(Math.abs(ms))}`;
}

/** Of its failures, those that other locations refuted. */
function shareText(share: number): string {
	return `${Math.round(share * 100)} %`;
}
