/** The probers of the team and of the installation, and their locations. */

import { useQuery } from "@tanstack/react-query";
import { Radar } from "lucide-react";
import { type ReactNode, useState } from "react";
import { locationsQuery, probersQuery } from "../../api/probers.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { AddProberDialog } from "./add-prober-dialog.tsx";
import { LocationTable } from "./location-table.tsx";
import { ProberTable } from "./prober-table.tsx";

export function ProbersPage() {
	usePageTitle("Probers");
	const canWrite = useMay("probers:write");
	const [isAdding, setIsAdding] = useState(false);
	return (
		<>
			<PageHeader
				title="Probers"
				subtitle="Machines elsewhere that check with this one."
				actions={
					canWrite && (
						<Button look="strong" onClick={() => setIsAdding(true)}>
							Add a prober
						</Button>
					)
				}
			/>
			<Needs scope="probers:read" what="Probers">
				<Contents />
			</Needs>
			{isAdding && <AddProberDialog onClose={() => setIsAdding(false)} />}
		</>
	);
}

function Contents() {
	const probers = useQuery(probersQuery);
	const locations = useQuery(locationsQuery);
	const failed = [probers, locations].find(({ error, data }) => error !== null && data === undefined);
	if (failed) {
		const retry = () => void Promise.all([probers.refetch(), locations.refetch()]);
		return <FaultNotice fault={failed.error} what="The probers" onRetry={retry} />;
	}
	if (!probers.data || !locations.data) return <Loading lines={5} />;
	if (probers.data.length === 0 && locations.data.length === 0) return <FiveMinutes />;
	return (
		<div className="space-y-3">
			<Card title="Probers">
				{probers.data.length === 0 ? (
					<p className="text-muted">None. What is bound to the locations below is missed until they have one.</p>
				) : (
					<ProberTable probers={probers.data} />
				)}
			</Card>
			<Card title="Locations">
				<LocationTable locations={locations.data} />
			</Card>
		</div>
	);
}

/** The page of the same name in short: from one machine to a second opinion. */
function FiveMinutes() {
	return (
		<EmptyState icon={<Radar size={22} aria-hidden />} title="A second opinion in five minutes">
			<p>
				Everything is checked from one machine, which can't tell a dead target from a broken line of its own. A prober
				on a second machine confirms a failure before anybody is notified, and monitors can be checked from there.
			</p>
			<ol className="mx-auto mt-4 max-w-[52ch] list-decimal space-y-2 pl-5 text-left">
				<Step command="lapwing nats init /var/lib/lapwing/nats">
					Once, on the machine of Lapwing: set up NATS, which carries the orders.
				</Step>
				<Step>Start nats-server, and Lapwing with the two settings that were printed.</Step>
				<Step>Add a prober here, and run its one line on the second machine.</Step>
			</ol>
			<p className="mt-4">
				Step by step: <code className="font-mono">docs/operate/second-opinion.md</code>
			</p>
		</EmptyState>
	);
}

function Step({ children, command }: { children: ReactNode; command?: string }) {
	return (
		<li>
			{children}
			{command && <code className="mt-1 block font-mono text-small break-all">{command}</code>}
		</li>
	);
}
