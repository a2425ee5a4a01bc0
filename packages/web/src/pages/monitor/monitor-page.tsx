/** One monitor: its status and reason, its history, and its alerts. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { boardQuery } from "../../api/board.ts";
import { ApiError } from "../../api/client/api-error.ts";
import { type SeriesPoint, seriesQuery } from "../../api/history.ts";
import { checkMonitor, deleteMonitor, type Monitor, monitorQuery, updateMonitor } from "../../api/monitors.ts";
import { interval } from "../../format/duration.ts";
import { DAY_MS } from "../../format/durations.ts";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { useMay } from "../../shell/session.tsx";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Button, ButtonLink } from "../../ui/buttons/button.tsx";
import { useNow } from "../../ui/clock.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { NotRead } from "../../ui/states.tsx";
import { StatusMark, shownStatus } from "../../ui/status-mark.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { useManaged } from "../from-files/from-files.tsx";
import { DaysCard } from "./days-card.tsx";
import { GlanceCard } from "./glance-card.tsx";
import { LocationsCard } from "./locations-card.tsx";
import { OutagesCard } from "./outages-card.tsx";
import { ResponseCard } from "./response-card.tsx";
import { ResultsCard } from "./results-card.tsx";
import { CertificateCard, ContentChecksCard, NotifiedCard } from "./side-cards.tsx";
import { CheckedLine, StatusBanner } from "./status-banner.tsx";
import { TypeCard } from "./type-card.tsx";

export function MonitorPage() {
	const { id } = useParams({ from: "/signed-in/monitors/$id" });
	const { data: monitor, error, refetch } = useQuery(monitorQuery(id));
	const { data: knownName } = useQuery({
		...boardQuery,
		enabled: false,
		select: ({ monitors, positions }) => monitors[positions.get(id) ?? -1]?.name,
	});
	if (monitor) return <Contents monitor={monitor} />;
	if (error instanceof ApiError && error.status === 404) return <NotFound />;
	return (
		<>
			<PageHeader crumbs={[{ label: "Monitors", to: "/" }]} title={knownName ?? "Monitor"} />
			<NotRead fault={error} what="This monitor" onRetry={() => void refetch()} lines={10} />
		</>
	);
}

function Contents({ monitor }: { monitor: Monitor }) {
	usePageTitle(monitor.name);
	const today = useNow(DAY_MS);
	const year = useQuery(
		seriesQuery(monitor.id, {
			from: new Date(today - 364 * DAY_MS).toISOString(),
			to: new Date(today + DAY_MS).toISOString(),
			step: DAY_MS / 1000,
		}),
	);
	const isOfJob = monitor.type === "cron";
	// A job that has not run yet has no days, and one that never reports a start no durations.
	const has = (isKnown: (day: SeriesPoint) => boolean) => !isOfJob || (year.data?.points.some(isKnown) ?? false);
	return (
		<>
			<Header monitor={monitor} />
			<StatusBanner monitor={monitor} />
			<GlanceCard monitor={monitor} year={year} isOfJob={isOfJob} />
			<TypeCard monitor={monitor} />
			{has(({ p50Ms }) => p50Ms !== null) && <ResponseCard monitorId={monitor.id} isOfJob={isOfJob} />}
			<LocationsCard monitor={monitor} />
			{has(({ checks }) => checks > 0) && <DaysCard monitorId={monitor.id} year={year} />}
			{/* On a phone the short cards stand before the long list of checks; else beside both lists. */}
			<div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,13fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr]">
				<OutagesCard monitorId={monitor.id} />
				<div className="grid min-w-0 grid-cols-1 gap-3 lg:row-span-2">
					<CertificateCard monitor={monitor} />
					<ContentChecksCard monitor={monitor} />
					<NotifiedCard monitor={monitor} />
				</div>
				<ResultsCard monitorId={monitor.id} isOfJob={isOfJob} />
			</div>
		</>
	);
}

function Header({ monitor }: { monitor: Monitor }) {
	const canWrite = useMay("monitors:write");
	const managed = useManaged(monitor.id);
	const canChange = canWrite && managed === null;
	const navigate = useNavigate();
	const [isDeleting, setIsDeleting] = useState(false);
	const client = useQueryClient();
	const firstTag = monitor.tags[0];
	// A job that tells Lapwing how it is can't be asked.
	const canCheck = canWrite && monitor.enabled && monitor.type !== "cron";

	async function toggle() {
		try {
			const changed = await updateMonitor(monitor.id, { enabled: !monitor.enabled });
			client.setQueryData(monitorQuery(monitor.id).queryKey, changed);
			await client.invalidateQueries({ queryKey: boardQuery.queryKey });
			toast(changed.enabled ? (monitor.type === "cron" ? "Resumed." : "Resumed. It is checked at once.") : "Paused.");
		} catch (fault) {
			toastFault(fault);
		}
	}
	async function check() {
		try {
			await checkMonitor(monitor.id);
			toast("Checking now. The result shows here in a moment.");
		} catch (fault) {
			toastFault(fault);
		}
	}
	useShortcuts({
		e: () => canWrite && void navigate({ to: "/monitors/$id/edit", params: { id: monitor.id } }),
		...(canChange && { p: () => void toggle() }),
		...(canCheck && { r: () => void check() }),
	});

	return (
		<PageHeader
			crumbs={[
				{ label: "Monitors", to: "/" },
				...(firstTag ? [{ label: firstTag, to: "/" as const, search: { tag: firstTag } }] : []),
			]}
			title={monitor.name}
			aside={<StatusMark status={shownStatus(monitor)} />}
			subtitle={
				<>
					{monitor.target !== monitor.name && (
						<>
							<span className="font-mono text-small break-all">
								{monitor.type === "http" && `${monitor.method} `}
								{monitor.target}
							</span>
							{" · "}
						</>
					)}
					{managed && (
						<span title="It is changed there.">
							from files: {managed.project}, <code className="font-mono">{managed.key}</code>
							{" · "}
						</span>
					)}
					{monitor.type !== "cron" && `${interval(monitor.intervalSeconds)} · `}
					<CheckedLine monitor={monitor} />
					{monitor.tags.length > 0 && (
						<span className="ml-2 inline-flex max-w-full flex-wrap gap-1">
							{monitor.tags.map((tag) => (
								<Tag key={tag}>{tag}</Tag>
							))}
						</span>
					)}
				</>
			}
			actions={
				canWrite && (
					<>
						{canChange && (
							<Button onClick={() => setIsDeleting(true)} look="quiet" className="max-sm:-ml-3">
								Delete
							</Button>
						)}
						{canCheck && (
							<Button onClick={() => void check()} hotkey="R">
								Check now
							</Button>
						)}
						{canChange && (
							<Button onClick={() => void toggle()} hotkey="P">
								{monitor.enabled ? "Pause" : "Resume"}
							</Button>
						)}
						<ButtonLink to="/monitors/$id/edit" params={{ id: monitor.id }} hotkey="E">
							Edit
						</ButtonLink>
						{isDeleting && (
							<ConfirmDialog
								title={`Delete ${monitor.name}?`}
								confirmLabel="Delete the monitor"
								onClose={() => setIsDeleting(false)}
								onConfirm={async () => {
									await deleteMonitor(monitor.id);
									await client.invalidateQueries({ queryKey: boardQuery.queryKey });
									toast(`${monitor.name} deleted.`);
									await navigate({ to: "/" });
								}}
							>
								Its results, outages and reports are deleted with it. This can't be undone. To keep the history, pause
								it instead.
							</ConfirmDialog>
						)}
					</>
				)
			}
		/>
	);
}
