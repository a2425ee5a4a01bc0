/** Beside the outages: the certificate, the content checks, and who is notified. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { alertsOfMonitorQuery } from "../../api/alerts.ts";
import { type ContentCheck, contentChecksQuery } from "../../api/content-checks.ts";
import type { Monitor } from "../../api/monitors.ts";
import { channelName } from "../../format/channel-names.ts";
import { DAY_MS, MINUTE_MS } from "../../format/durations.ts";
import { fullDayText, utcText } from "../../format/instant.ts";
import { counted, inWords } from "../../format/words.ts";
import { useMay } from "../../shell/session.tsx";
import { Card } from "../../ui/card.tsx";
import { useNow } from "../../ui/clock.tsx";
import { Fact } from "../../ui/fact.tsx";

export function CertificateCard({ monitor }: { monitor: Monitor }) {
	const now = useNow(MINUTE_MS);
	if (!monitor.sslMonitoringEnabled || monitor.sslStatus === null || monitor.sslStatus === "unknown") return null;
	const days = monitor.sslExpiresAt === null ? null : Math.floor((Date.parse(monitor.sslExpiresAt) - now) / DAY_MS);
	const colour = { valid: "text-up", expiring: "text-degraded", expired: "text-down", error: "text-down" }[
		monitor.sslStatus
	];
	return (
		<Card title="Certificate" aside={<span className={`font-semibold ${colour}`}>{monitor.sslStatus}</span>}>
			<dl>
				{monitor.sslExpiresAt !== null && (
					<Fact label="Valid until">
						<span title={utcText(monitor.sslExpiresAt)}>{fullDayText(monitor.sslExpiresAt)}</span>
						{days !== null && days >= 0 && ` (${counted(days, "day")})`}
					</Fact>
				)}
				{monitor.sslIssuer && <Fact label="Issuer">{monitor.sslIssuer}</Fact>}
				{monitor.sslExpiryWarningDays !== null && (
					<Fact label="Warns">{warningText(monitor.sslExpiryWarningDays)}</Fact>
				)}
			</dl>
		</Card>
	);
}

/** Warnings come at these days before the end, those within the monitor's own limit. */
const WARNING_DAYS = [30, 14, 7, 1];

function warningText(limit: number): string {
	const days = WARNING_DAYS.filter((day) => day <= limit);
	if (days.length === 0) return "never";
	return days.length === 1 ? `${counted(1, "day")} before` : `${days.join(", ")} days before`;
}

export function ContentChecksCard({ monitor }: { monitor: Monitor }) {
	const { data: checks } = useQuery({ ...contentChecksQuery(monitor.id), enabled: monitor.type === "http" });
	if (!checks || checks.length === 0) return null;
	return (
		<Card title="Content checks">
			<ul>
				{checks.map((check) => (
					<li key={check.id} className="border-b border-line py-1.5 last:border-0">
						{contentCheckText(check)}
					</li>
				))}
			</ul>
		</Card>
	);
}

function contentCheckText({
	type,
	value,
	caseSensitive,
	operator,
	expected,
}: Pick<ContentCheck, "type" | "value" | "caseSensitive" | "operator" | "expected">) {
	return (
		<>
			{inWords(type)} <code className="font-mono break-all">{type.includes("contains") ? `“${value}”` : value}</code>
			{operator && (
				<>
					{" "}
					{inWords(operator)}{" "}
					{expected != null && <code className="font-mono break-all">{JSON.stringify(expected)}</code>}
				</>
			)}
			{caseSensitive && <span className="text-muted">, case matters</span>}
		</>
	);
}

export function NotifiedCard({ monitor }: { monitor: Monitor }) {
	const canRead = useMay("alerts:read");
	const canWrite = useMay("alerts:write");
	const { data: notifying } = useQuery({ ...alertsOfMonitorQuery(monitor.id), enabled: canRead });
	if (!notifying) return null;
	return (
		<Card title="Who is notified">
			{notifying.length === 0 ? (
				<p className="text-muted">
					Nobody.{" "}
					{canWrite && (
						<Link to="/alerts/new" className="font-semibold text-accent hover:underline">
							Add an alert
						</Link>
					)}
				</p>
			) : (
				<dl>
					{notifying.map((alert) => (
						<Fact
							key={alert.id}
							label={
								<Link to="/alerts/$id" params={{ id: alert.id }} className="text-text hover:underline">
									{alert.name}
								</Link>
							}
						>
							<span className="text-muted">
								{channelName(alert.channel.type)}
								{!alert.isEnabled && ", off"}
							</span>
						</Fact>
					))}
				</dl>
			)}
		</Card>
	);
}
