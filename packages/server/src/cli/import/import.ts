/**
 * `lapwing import`: another tool's configuration as files of ours, to be read, changed and applied. A folder a tool: a
 * pure converter, beside a thin reader of a file or an API.
 */

import type { Command } from "commander";
import { command } from "../command.ts";

/** In the order of the help. */
const SOURCES: readonly (() => Promise<Command>)[] = [
	async () => (await import("./uptime-kuma/uptime-kuma.ts")).uptimeKuma(),
	async () => (await import("./uptime-kuma/import-history.ts")).uptimeKumaHistory(),
	async () => (await import("./gatus/gatus.ts")).gatus(),
	async () => (await import("./blackbox/blackbox.ts")).blackbox(),
	async () => (await import("./better-stack/better-stack.ts")).betterStack(),
	async () => (await import("./checkly/checkly.ts")).checkly(),
	async () => (await import("./statuspage/statuspage.ts")).statuspage(),
	async () => (await import("./statuspage/import-incidents.ts")).statuspageIncidents(),
	async () => (await import("./healthchecks/healthchecks.ts")).healthchecks(),
	async () => (await import("./lapwing/lapwing.ts")).importLapwing(),
	async () => (await import("./uptimerobot/uptimerobot.ts")).uptimeRobot(),
];

export async function importCommand(): Promise<Command> {
	const all = command("import", "Write files from another tool's configuration, with a list of what can't be carried.");
	all.addHelpText("after", "\nThen: lapwing plan --file OUT, and lapwing apply --file OUT.");
	for (const source of SOURCES) all.addCommand(await source());
	return all;
}
