/** `lapwing status`: whether all is well, in a glance and as an exit code. */

import { print, printJson } from "../command.ts";
import { apiCommand, connect, dataOf } from "./connection.ts";
import { dayText, percentText } from "./figure-texts.ts";
import { allMonitors, printMonitors } from "./monitors.ts";

export function status() {
	return apiCommand("status", "Print how many monitors are up, and those that are not. Exit code 1 when any is down.")
		.option("--json", "print the counts and the monitors that are not up as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const client = connect();
			const { monitors, uptime, hasData } = dataOf(await client.get("/api/v1/monitors/stats"));
			const board = dataOf(await client.get("/api/v1/board"));
			const { available, fastEnough } = board;
			const down = await allMonitors(client, { status: "down", enabled: "true" });
			const degraded = await allMonitors(client, { status: "degraded", enabled: "true" });
			if (monitors.down > 0) process.exitCode = 1;
			if (json) return printJson({ monitors, uptime, available, fastEnough, hasData, down, degraded });
			const { total, up } = monitors;
			const paused = dataOf(await client.page("/api/v1/monitors", { query: { enabled: "false", perPage: 1 } })).total;
			const aside = paused ? `, ${paused} paused` : "";
			print(`${up} of ${total} monitors up, ${monitors.degraded} degraded, ${monitors.down} down${aside}.`);
			const percents = [percentText(available.last24Hours), percentText(fastEnough.last24Hours)] as const;
			const known = dayText(Math.min(...board.monitors.createdAt) * 1000, Date.now());
			if (hasData) print(`Last ${known}: ${percents[0]} available, ${percents[1]} fast enough.`);
			const troubled = [...down, ...degraded];
			if (troubled.length > 0) printMonitors(troubled);
		});
}
