/** Who has an ongoing outage, and the buttons to take it or to put it off. */

import { useQueryClient } from "@tanstack/react-query";
import { acknowledgeOutage, type Outage, snoozeOutage } from "../../api/history.ts";
import { useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Minute, useNow } from "../../ui/clock.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";

/** The next hour is where a reminder would come; longer by the API and the command line. */
const SNOOZE_MINUTES = 60;

export function Handling({ monitorId, outage }: { monitorId: string; outage: Outage }) {
	const client = useQueryClient();
	const may = useMay("outages:write");
	const now = useNow();
	const { id, acknowledgement, snooze } = outage;
	const isSnoozed = snooze !== null && Date.parse(snooze.until) > now;
	async function act(what: () => Promise<unknown>, done: string) {
		try {
			await what();
			await client.invalidateQueries({ queryKey: ["monitor", monitorId, "outages"] });
			toast(done);
		} catch (fault) {
			toastFault(fault);
		}
	}
	return (
		<div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
			<p>
				{acknowledgement === null ? (
					"Nobody has acknowledged it."
				) : (
					<>
						<strong>{handlerName(acknowledgement.by)}</strong> has it, since <Minute at={acknowledgement.at} />.
					</>
				)}{" "}
				{isSnoozed && (
					<>
						Put off until <Minute at={snooze.until} />.
					</>
				)}
			</p>
			{may && id !== null && (
				<div className="flex gap-2">
					{acknowledgement === null && (
						<Button onClick={() => act(() => acknowledgeOutage(id), "You have it: reminders and escalation end.")}>
							Acknowledge
						</Button>
					)}
					{acknowledgement === null && !isSnoozed && (
						<Button look="quiet" onClick={() => act(() => snoozeOutage(id, SNOOZE_MINUTES), "Put off for an hour.")}>
							Snooze 1 h
						</Button>
					)}
				</div>
			)}
		</div>
	);
}

/** Whoever followed a link is not known. */
export function handlerName({ kind, name, channel }: NonNullable<Outage["acknowledgement"]>["by"]): string {
	if (kind === "link") return `Someone by link in ${channel}`;
	return name ?? (kind === "cli" ? "The command line" : "Someone");
}
