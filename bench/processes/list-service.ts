/**
 * The process of bench/monitor-list.ts: the API over a team of monitors, of which the first has some hours of results;
 * and beside it, on a port of its own, a bare Hono that answers with the same 50 monitors. On the message `record` it
 * records checks, four commits a second.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { listedMonitors } from "../listed-monitors.ts";
import { startApi } from "./api-server.ts";

const { values: options } = parseArgs({
	options: { monitors: { type: "string", default: "0" }, database: { type: "string", default: "sqlite::memory:" } },
});
const RECORDED = { everyMs: 250, checks: 100 };

const { database, key, monitors, log, record } = await listedMonitors(options.database, Number(options.monitors));
const { port, close } = await startApi(database, log);
const headers = { authorization: `Bearer ${key}` };
const answer = await fetch(`http://127.0.0.1:${port}/api/v1/monitors`, { headers });
const page: unknown = await answer.json();
const bare = new Hono().get("/monitors", (context) => context.json(page));
const listener = getRequestListener(bare.fetch);
const bareServer = createServer((incoming, outgoing) => void listener(incoming, outgoing));
await new Promise<void>((resolve) => bareServer.listen(0, "127.0.0.1", resolve));

let timer: NodeJS.Timeout | undefined;
process.on("message", async (message) => {
	if (message === "cpu") process.send?.(process.cpuUsage());
	else if (message === "record") timer = setInterval(() => void record(RECORDED.checks), RECORDED.everyMs);
	else {
		clearInterval(timer);
		bareServer.close();
		await close();
		await database.close();
		process.exit(0);
	}
});
process.send?.({
	key,
	port,
	barePort: (bareServer.address() as AddressInfo).port,
	id: monitors[0]?.publicId,
});
