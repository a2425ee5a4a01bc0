/** Taking an outage, and putting it off. */

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { acknowledgeOutage, rereadOutages, snoozeOutage } from "../api/outages.ts";
import { duration } from "../format/duration.ts";
import { MINUTE_MS } from "../format/durations.ts";
import { toast, toastFault } from "../ui/toasts.tsx";

export function useHandling() {
	const client = useQueryClient();
	return useMemo(() => {
		async function act(what: Promise<unknown>, done: string) {
			try {
				await what;
				toast(done);
			} catch (fault) {
				toastFault(fault);
			}
			// Also after a refusal: somebody else may have been first, or it is over.
			await rereadOutages(client);
		}
		return {
			acknowledge: (id: string) => void act(acknowledgeOutage(id), "You have it: reminders and escalation end."),
			snooze(id: string, minutes: number): void {
				const done = minutes === 0 ? "The snooze has ended." : `Snoozed for ${duration(minutes * MINUTE_MS)}.`;
				void act(snoozeOutage(id, minutes), done);
			},
		};
	}, [client]);
}
