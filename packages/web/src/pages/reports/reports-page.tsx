/** What was promised and what was kept: uptime of every monitor over whole days, and a year at a glance. */

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ApiError } from "../../api/client/api-error.ts";
import { downloadReport, type ReportRange, summaryQuery } from "../../api/reports.ts";
import { DAY_MS } from "../../format/durations.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { useStatusPages } from "../../shell/use-status-pages.ts";
import { ButtonLink } from "../../ui/buttons/button.tsx";
import { DownloadButton } from "../../ui/buttons/download-button.tsx";
import { PillButton } from "../../ui/buttons/pill-button.tsx";
import { useNow } from "../../ui/clock.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { presets, type ReportSearch } from "./report-search.ts";
import { SummaryTable } from "./summary-table.tsx";
import { YearCard } from "./year-card.tsx";

export function ReportsPage() {
	usePageTitle("Reports");
	const search = useSearch({ from: "/signed-in/reports" });
	const navigate = useNavigate({ from: "/reports" });
	const choices = presets(useNow(DAY_MS));
	const range: ReportRange = {
		from: search.from ?? choices[0].from,
		to: search.to ?? choices[0].to,
		statusPageId: search.page,
	};
	const change = (to: Partial<ReportSearch>) =>
		void navigate({ search: (before: ReportSearch) => ({ ...before, ...to }), replace: true, resetScroll: false });
	return (
		<>
			<PageHeader title="Reports" subtitle="Whole days, UTC." actions={<Downloads range={range} />} />
			<Needs scope="reports:read" what="Reports">
				<RangeBar range={range} choices={choices} onChange={change} />
				<Report range={range} monitor={search.monitor} text={search.q ?? ""} onChange={change} />
			</Needs>
		</>
	);
}

function Report({
	range,
	monitor,
	text,
	onChange,
}: {
	range: ReportRange;
	monitor: string | undefined;
	text: string;
	onChange: (to: Partial<ReportSearch>) => void;
}) {
	const { data: summary, error, refetch, isPending } = useQuery(summaryQuery(range));
	if (error) {
		const first = error instanceof ApiError ? error.details[0] : undefined;
		if (first) return <EmptyState title="This range can't be reported">{first.message}</EmptyState>;
		return <FaultNotice fault={error} what="The report" onRetry={() => void refetch()} />;
	}
	if (isPending) return <Loading lines={8} />;
	if (summary.monitors.length === 0) {
		return (
			<EmptyState
				title="There are no monitors in this report"
				action={
					<ButtonLink to="/" look="plain">
						To the monitors
					</ButtonLink>
				}
			>
				It shows the uptime, the failures and the response times of each monitor that was checked in these days.
			</EmptyState>
		);
	}
	const hasChecks = summary.monitors.some(({ totalChecks }) => totalChecks > 0);
	return (
		<>
			<YearCard
				entries={summary.monitors}
				statusPageId={range.statusPageId}
				monitorId={monitor}
				onChoose={(id) => onChange({ monitor: id })}
			/>
			{!hasChecks && (
				<Notice className="mb-3">
					<strong>No checks were made in these days.</strong> Choose a later range. A report ends with yesterday at the
					latest.
				</Notice>
			)}
			<SummaryTable entries={summary.monitors} text={text} onText={(q) => onChange({ q: q || undefined })} />
		</>
	);
}

interface RangeProps {
	readonly range: ReportRange;
	readonly choices: ReturnType<typeof presets>;
	readonly onChange: (to: Partial<ReportSearch>) => void;
}

function RangeBar({ range, choices, onChange }: RangeProps) {
	const { data: pages } = useStatusPages();
	return (
		<div className="mb-4 flex flex-wrap items-center gap-2">
			<div role="group" aria-label="Range" className="flex flex-wrap gap-1">
				{choices.map(({ label, from, to }) => (
					<PillButton
						key={label}
						pressed={range.from === from && range.to === to}
						onClick={() => onChange({ from, to })}
					>
						{label}
					</PillButton>
				))}
			</div>
			<span className="flex flex-wrap items-center gap-2">
				<input
					type="date"
					aria-label="First day"
					max={range.to}
					value={range.from}
					onChange={(event) => event.target.value && onChange({ from: event.target.value, to: range.to })}
					className="control"
				/>
				<span className="text-muted">to</span>
				<input
					type="date"
					aria-label="Last day"
					min={range.from}
					value={range.to}
					onChange={(event) => event.target.value && onChange({ from: range.from, to: event.target.value })}
					className="control"
				/>
			</span>
			{pages && pages.length > 0 && (
				<select
					aria-label="Status page"
					value={range.statusPageId ?? ""}
					onChange={(event) => onChange({ page: event.target.value })}
					className="control"
				>
					<option value="">all monitors</option>
					{pages.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			)}
		</div>
	);
}

function Downloads({ range }: { range: ReportRange }) {
	if (!useMay("reports:read")) return null;
	return (
		<>
			<DownloadButton read={() => downloadReport("uptime-summary", range)}>Summary as CSV</DownloadButton>
			<DownloadButton read={() => downloadReport("uptime-daily", range)}>Days as CSV</DownloadButton>
		</>
	);
}
