import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { type CheckResult, minuteOf, resultsQuery, uptimeQuery } from "../../api/history.ts";
import { milliseconds } from "../../format/duration.ts";
import { locationName } from "../../format/location-name.ts";
import { listed } from "../../format/words.ts";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { Notice } from "../../ui/notice.tsx";
import { NotRead } from "../../ui/states.tsx";
import { STATUS_WORDS, StatusMark } from "../../ui/status-mark.tsx";
import { OlderButton, useFolded } from "../../ui/table/older-button.tsx";
import { Cell, figure, Table, wide } from "../../ui/table/table.tsx";
import type { MonitorSearch } from "./monitor-search.ts";
import { reasonText } from "./status-banner.tsx";

/** What explains the present; a page of the API has twice as many. */
const FIRST_SHOWN = 10;

const ResultDialog = lazy(() => import("./result-dialog.tsx"));

export function ResultsCard({ monitorId, isOfJob }: { monitorId: string; isOfJob: boolean }) {
	const list = useInfiniteQuery(resultsQuery(monitorId));
	const { data, error, refetch } = list;
	const { why } = useSearch({ from: "/signed-in/monitors/$id" });
	const navigate = useNavigate({ from: "/monitors/$id" });
	const read = data?.pages.flatMap(({ items }) => items);
	const folded = useFolded(read, FIRST_SHOWN);
	const { shown: results } = folded;
	return (
		<Card title={isOfJob ? "Runs" : "Checks"}>
			<UnreadableNotice monitorId={monitorId} />
			{results === undefined ? (
				<NotRead fault={error} what="The checks" onRetry={() => void refetch()} />
			) : results.length === 0 ? (
				<p className="text-muted">
					{isOfJob ? "None yet. The first run to be due gives one." : "None yet. The first comes within a minute."}
				</p>
			) : (
				<Table
					label={isOfJob ? "Runs" : "Checks"}
					heads={[
						"At",
						"Verdict",
						!isOfJob && figure("Status"),
						{ name: isOfJob ? "Took" : "Response", right: true },
						wide("What was seen", "w-full"),
						{ name: "Explanation", isHidden: true },
					]}
				>
					{results.map((result) => (
						<ResultRow key={result.id} result={result} isOfJob={isOfJob} />
					))}
				</Table>
			)}
			<OlderButton list={list} folded={folded} />
			<Suspense>
				{why !== undefined && (
					<ResultDialog
						monitorId={monitorId}
						minute={why}
						listed={read?.find((result) => minuteOf(result) === why)}
						onClose={() =>
							void navigate({ search: ({ why: _, ...rest }: MonitorSearch) => rest, resetScroll: false, replace: true })
						}
					/>
				)}
			</Suspense>
		</Card>
	);
}

/** Damage of what is stored: it is missing in the table, and says so there. */
function UnreadableNotice({ monitorId }: { monitorId: string }) {
	const spans = useQuery(uptimeQuery(monitorId)).data?.unreadable ?? [];
	const [first] = spans;
	if (!first) return null;
	return (
		<Notice tone="degraded" className="mb-3">
			Results of <Instant at={first.from} /> to <Instant at={first.to} />
			{spans.length > 1 && ` and of ${spans.length - 1} more ${spans.length === 2 ? "span" : "spans"}`} can't be read:
			what is stored is damaged. Figures and charts of days keep them.
		</Notice>
	);
}

/** Of a check from several locations, those that saw another verdict than the one that counts. */
function dissentText({ verdict, locations }: CheckResult): string {
	const others = locations?.filter((seen) => seen.verdict !== verdict) ?? [];
	if (others.length === 0) return "";
	return `${listed(others.map((seen) => `${STATUS_WORDS[seen.verdict]} from ${locationName(seen.location)}`))}.`;
}

function ResultRow({ result, isOfJob }: { result: CheckResult; isOfJob: boolean }) {
	const minute = minuteOf(result);
	return (
		<tr>
			<Cell className="whitespace-nowrap">
				<Instant at={result.createdAt} />
			</Cell>
			<Cell>
				<StatusMark status={result.verdict} />
			</Cell>
			{!isOfJob && (
				<Cell right wide>
					{result.responseStatus ?? "–"}
				</Cell>
			)}
			<Cell right>{milliseconds(result.responseTimeMs)}</Cell>
			<Cell wide className="min-w-48 text-muted">
				{reasonText(result)} {dissentText(result)}
			</Cell>
			<Cell right>
				<Link
					from="/monitors/$id"
					search={(before: MonitorSearch) => ({ ...before, why: minute })}
					resetScroll={false}
					className="font-semibold text-accent hover:underline"
				>
					Why?
				</Link>
			</Cell>
		</tr>
	);
}
