/** Who has an ongoing outage, and the buttons to take it or to put it off. */

import type { Outage } from "../../api/history.ts";
import { handlerName } from "../../format/handler-name.ts";
import { useMay, useSignedIn } from "../../shell/session.tsx";
import { useHandling } from "../../shell/use-handling.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Minute, useNow } from "../../ui/clock.tsx";

/** The next hour is where a reminder would come, and 8 hours the end of a night; longer by the API and the CLI. */
const SNOOZE_HOURS = [1, 8];

export function Handling({ outage }: { outage: Outage }) {
	const may = useMay("outages:write");
	const { user } = useSignedIn().session;
	const { acknowledge, snooze: putOff } = useHandling();
	const now = useNow();
	const { id, acknowledgement, snooze } = outage;
	const isSnoozed = snooze !== null && Date.parse(snooze.until) > now;
	const isMine = acknowledgement?.by.kind === "user" && acknowledgement.by.name === user.name;
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
						{handlerName(snooze.by)} snoozed it until <Minute at={snooze.until} />.
					</>
				)}
			</p>
			{may && id !== null && (
				<div className="flex flex-wrap gap-2">
					{!isMine && (
						<Button onClick={() => acknowledge(id)}>{acknowledgement === null ? "Acknowledge" : "Take it over"}</Button>
					)}
					{isSnoozed ? (
						<Button look="quiet" onClick={() => putOff(id, 0)}>
							End the snooze
						</Button>
					) : (
						acknowledgement === null &&
						SNOOZE_HOURS.map((hours) => (
							<Button key={hours} look="quiet" onClick={() => putOff(id, hours * 60)}>
								Snooze {hours} h
							</Button>
						))
					)}
				</div>
			)}
		</div>
	);
}
