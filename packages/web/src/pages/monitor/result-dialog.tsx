/** One result explained: what was expected, what was seen, phase by phase and attempt by attempt. */

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../api/client/api-error.ts";
import { type CheckResult, type ExplainedResult, explainedResultQuery } from "../../api/history.ts";
import type { Certificate } from "../../api/monitors.ts";
import { PhaseBar } from "../../charts/phase-bar.tsx";
import { StepList } from "../../charts/step-list.tsx";
import { milliseconds } from "../../format/duration.ts";
import { fullDayText, utcText } from "../../format/instant.ts";
import { locationName } from "../../format/location-name.ts";
import { namedFact } from "../../format/named-fact.ts";
import { counted, inWords, listed } from "../../format/words.ts";
import { Instant } from "../../ui/clock.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { NotRead } from "../../ui/states.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { reasonText } from "./status-banner.tsx";

interface Props {
	readonly monitorId: string;
	readonly minute: number;
	/** The values from the list of results. */
	readonly listed: CheckResult | undefined;
	readonly onClose: () => void;
}

export default function ResultDialog({ monitorId, minute, listed, onClose }: Props) {
	const { data, error, refetch } = useQuery(explainedResultQuery(monitorId, minute));
	const isGone = error instanceof ApiError && error.status === 404;
	const result = data ?? (isGone && listed ? withoutDetails(listed, minute) : undefined);
	return (
		<Dialog open onClose={onClose} title="Why?" wide>
			{result ? (
				<Explained result={result} />
			) : (
				<NotRead fault={error} what="This check" onRetry={() => void refetch()} lines={5} />
			)}
		</Dialog>
	);
}

/** The details of a check are kept for a shorter time than its outcome. */
function withoutDetails(listed: CheckResult, minute: number): ExplainedResult {
	const scheduledAt = new Date(minute * 60_000).toISOString();
	const unknown = { address: null, certificate: null, expectation: null, steps: null, locations: null };
	return { ...listed, scheduledAt, ...unknown, replaced: [], attemptList: [] };
}

function Explained({ result }: { result: ExplainedResult }) {
	return (
		<div className="space-y-5">
			<div>
				<StatusMark status={result.verdict} />{" "}
				<span className="text-muted">
					at <Instant at={result.createdAt} />
					{result.location && ` from ${result.location}`}
				</span>
				<p className="mt-1">
					{reasonText(result) || (result.verdict === "up" ? "The answer was as expected, in time." : "")}
				</p>
			</div>
			<PhaseBar
				times={{
					dns: result.dnsMs,
					connect: result.connectMs,
					tls: result.tlsMs,
					first_byte: result.firstByteMs,
					transfer: result.transferMs,
				}}
			/>
			{result.steps && (
				<section>
					<h3 className="mb-1">Steps</h3>
					<StepList steps={stepsOf(result.expectation)} seen={result.steps} verdict={result.verdict} />
				</section>
			)}
			<div className="grid gap-5 sm:grid-cols-2">
				<Facts title="Seen">
					<Fact label="Status">{result.responseStatus}</Fact>
					<Fact label="Response time">
						{result.responseTimeMs === null ? null : milliseconds(result.responseTimeMs)}
					</Fact>
					<Fact label="Reason">{result.reason && inWords(result.reason)}</Fact>
					<Fact label="Phase">{result.phase && inWords(result.phase)}</Fact>
					<Fact label="Address">{result.address && <code className="font-mono">{result.address}</code>}</Fact>
					<CertificateFacts certificate={result.certificate} />
				</Facts>
				{result.expectation && (
					<Facts title="Expected">
						{Object.entries(result.expectation)
							.filter(([name]) => name !== "steps")
							.map(([name, value]) => {
								const { label, text } = namedFact(name, value);
								return (
									<Fact key={name} label={label}>
										{text}
									</Fact>
								);
							})}
					</Facts>
				)}
			</div>
			{result.locations && <Locations locations={result.locations} />}
			{result.attemptList.length > 1 && (
				<Attempts title={counted(result.attemptList.length, "attempt")} attempts={result.attemptList} />
			)}
			{result.replaced.length > 0 && (
				<Attempts title="Checked before in this minute; this result took its place" attempts={result.replaced} />
			)}
		</div>
	);
}

function Locations({ locations }: { locations: NonNullable<ExplainedResult["locations"]> }) {
	return (
		<section>
			<h3 className="mb-1">{counted(locations.length, "location")}</h3>
			<ul className="space-y-1">
				{locations.map(({ location, verdict, responseTimeMs, responseStatus, message }) => (
					<li key={location} className="flex flex-wrap items-baseline gap-x-3">
						<StatusMark status={verdict} />
						<strong>{locationName(location)}</strong>
						{responseStatus !== null && <span>{responseStatus}</span>}
						{responseTimeMs !== null && <span>{milliseconds(responseTimeMs)}</span>}
						{message && <span className="text-muted">{message}</span>}
					</li>
				))}
			</ul>
		</section>
	);
}

function Attempts({ title, attempts }: { title: string; attempts: ExplainedResult["attemptList"] }) {
	return (
		<section>
			<h3 className="mb-1">{title}</h3>
			<ol className="space-y-1">
				{attempts.map(({ startedAt, ...outcome }) => (
					<li key={startedAt} className="flex flex-wrap gap-x-3">
						<span className="text-muted">
							<Instant at={startedAt} />
						</span>
						{Object.entries(outcome)
							.filter(([, value]) => value !== null)
							.map(([name, value]) => {
								const { label, text } = namedFact(name, value);
								return (
									<span key={name}>
										<span className="text-muted">{label}</span> {text}
									</span>
								);
							})}
					</li>
				))}
			</ol>
		</section>
	);
}

/** The steps of a flow as they were when it was run; none where that is not kept. */
function stepsOf(expectation: ExplainedResult["expectation"]) {
	const steps = (expectation?.["steps"] ?? []) as readonly ExpectedStep[];
	return steps.map(({ name, method, url, expect }) => ({
		name,
		request: `${method} ${url} → ${listed(expect)}`,
	}));
}

interface ExpectedStep {
	readonly name: string;
	readonly method: string;
	readonly url: string;
	readonly expect: readonly string[];
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section>
			<h3 className="mb-1">{title}</h3>
			<dl>{children}</dl>
		</section>
	);
}

function CertificateFacts({ certificate }: { certificate: Certificate | null }) {
	if (certificate === null) return null;
	return (
		<>
			<Fact label="Certificate until">
				<span title={utcText(certificate.expiresAt)}>{fullDayText(certificate.expiresAt)}</span>
			</Fact>
			<Fact label="Issuer">{certificate.issuer}</Fact>
		</>
	);
}
