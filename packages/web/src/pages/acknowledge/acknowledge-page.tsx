/**
 * The link of a message was opened. Its token is the fragment, which no server and no mail scanner sees; only a click
 * acknowledges. Nobody has to be signed in.
 */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type AcknowledgementLink, acknowledgeByLink, previewAcknowledgement } from "../../api/acknowledge.ts";
import { ApiError } from "../../api/client/api-error.ts";
import { handlerName } from "../../format/handler-name.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Minute, useNow } from "../../ui/clock.tsx";
import { Notice } from "../../ui/notice.tsx";
import { detailText, FaultNotice, Loading } from "../../ui/states.tsx";
import { OpenPage } from "../sign-in/open-page.tsx";

/** Longer by the dashboard, the API and the command line. */
const SNOOZES = [
	{ minutes: 30, label: "30 min" },
	{ minutes: 60, label: "1 h" },
	{ minutes: 240, label: "4 h" },
] as const;

export function AcknowledgePage() {
	const [token] = useState(() => location.hash.slice(1));
	const link = useQuery({
		queryKey: ["acknowledge"],
		queryFn: () => previewAcknowledgement(token),
		enabled: token !== "",
	});
	if (token === "" || (link.error instanceof ApiError && link.error.status === 404)) {
		return (
			<Told title="This link is not known">
				Open it from the message once more: the part after # belongs to it. An outage can be acknowledged in the
				dashboard, too.
			</Told>
		);
	}
	if (link.error) {
		return (
			<OpenPage title="Acknowledge">
				<FaultNotice fault={link.error} what="The outage" onRetry={() => void link.refetch()} />
			</OpenPage>
		);
	}
	if (!link.data) {
		return (
			<OpenPage title="Acknowledge">
				<Loading />
			</OpenPage>
		);
	}
	if (link.data.state === "over") return <Told title="It is over">What the message was about has recovered.</Told>;
	return <Failing token={token} link={link.data} />;
}

function Told({ title, children }: { title: string; children: ReactNode }) {
	usePageTitle(title);
	return (
		<OpenPage title={title}>
			<p className="text-muted">{children}</p>
		</OpenPage>
	);
}

function Failing({ token, link }: { token: string; link: AcknowledgementLink }) {
	const client = useQueryClient();
	const now = useNow();
	const [isBusy, setBusy] = useState(false);
	const [fault, setFault] = useState<unknown>(null);
	const { state, team, since, monitors, more, consequences, acknowledgement, snooze } = link;
	const [first = "A monitor", ...others] = monitors;
	const isOne = others.length + more === 0;
	const dependants = `${consequences} that ${consequences === 1 ? "depends" : "depend"} on ${isOne ? "it" : "them"}`;
	const title = `${first} fails${isOne && consequences > 0 ? `, and ${dependants}` : ""}`;
	usePageTitle(title);
	async function act(snoozeMinutes: number | null) {
		setBusy(true);
		setFault(null);
		try {
			client.setQueryData(["acknowledge"], await acknowledgeByLink(token, snoozeMinutes));
		} catch (problem) {
			setFault(problem);
			// It may be over by now, or used by somebody else.
			await client.invalidateQueries({ queryKey: ["acknowledge"] });
		} finally {
			setBusy(false);
		}
	}
	return (
		<OpenPage title={title}>
			{!isOne && (
				<p className="mb-3">
					With it: {others.join(", ")}
					{more > 0 && ` and ${more} more`}
					{consequences > 0 && `, and ${dependants}`}
				</p>
			)}
			<p className="mb-5 text-muted">
				{since !== null && (
					<>
						Since <Minute at={since} />
					</>
				)}
				{team !== null && ` · ${team}`}
			</p>
			<div role="status">
				{acknowledgement !== null && (
					<p className="mb-5">
						<strong>{handlerName(acknowledgement.by)}</strong> has it, since <Minute at={acknowledgement.at} />.
						Reminders and escalation have ended.
					</p>
				)}
				{acknowledgement === null && snooze !== null && Date.parse(snooze.until) > now && (
					<p className="mb-5">
						Put off until <Minute at={snooze.until} />.
					</p>
				)}
			</div>
			{fault !== null && (
				<Notice tone="down" role="alert">
					<strong>It could not be done.</strong> {detailText(fault)}
				</Notice>
			)}
			{state === "open" && (
				<>
					<Button look="strong" className="h-10 w-full" busy={isBusy} onClick={() => void act(null)}>
						{acknowledgement === null ? "I have it" : "I take it over"}
					</Button>
					{acknowledgement === null && (
						<div role="group" aria-label="Put off for" className="mt-3 flex items-center gap-2">
							<span className="text-muted">Put off for</span>
							{SNOOZES.map(({ minutes, label }) => (
								<Button key={minutes} className="flex-1" busy={isBusy} onClick={() => void act(minutes)}>
									{label}
								</Button>
							))}
						</div>
					)}
					<p className="mt-5 text-small text-muted">
						Ends reminders and escalation; you are notified when it recovers. Recorded as done by the link.
					</p>
				</>
			)}
		</OpenPage>
	);
}
