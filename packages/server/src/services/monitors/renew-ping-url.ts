import { success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import { renewReportKey } from "../../storage/jobs/jobs.ts";
import { newReportKey } from "../../storage/jobs/report-keys.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Gives a monitor of type cron another ping address: reports to the former one are of no monitor from then on. */
export const renewPingUrl = requiring(
	"monitors:write",
	async (tx, actor, { id }: ById, { now, secretBox }: Now & { readonly secretBox: SecretBox }) => {
		const monitor = await lockMonitor(tx, actor.team.id, id, now);
		if (monitor?.settings.type !== "cron") return notFound();

		const reportKey = newReportKey(secretBox);
		await renewReportKey(tx, monitor.id, reportKey);

		const event = { action: "renew", object: "ping-url", id, name: monitor.name };
		await recordEvent(tx, actor, { ...event, before: {}, after: {} }, now);
		return success({ ...monitor, reportKey });
	},
);
