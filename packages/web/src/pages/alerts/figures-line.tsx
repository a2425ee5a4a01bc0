/** How noisy an alert was. */

import { useQuery } from "@tanstack/react-query";
import { alertFiguresQuery } from "../../api/alerts.ts";
import { counted } from "../../format/words.ts";

export function FiguresLine({ alertId }: { alertId: string }) {
	const { data: figures } = useQuery(alertFiguresQuery(alertId));
	if (!figures) return null;
	const { messages, outages, shortOutages } = figures;
	return (
		<p className="mt-6 max-w-[760px] text-muted">
			In the last 30 days it sent {counted(messages, "message")} about {counted(outages, "outage")}.
			{shortOutages > 0 && (
				<>
					{" "}
					{shortOutages} of them {shortOutages === 1 ? "was" : "were"} over within two minutes: more failed checks in a
					row before a problem is sent would have kept quiet about {shortOutages === 1 ? "it" : "them"}.
				</>
			)}
		</p>
	);
}
