/**
 * A process that delivers the notices of a database until it is killed. Arguments: the database's URL, and the
 * milliseconds by which its clock is ahead, so that no notice has to wait. Sends "ready" when it begins.
 */

import { flushCompileCache } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import { createMetrics } from "../../../metrics.ts";
import { PolicedDialer } from "../../../net/dial.ts";
import { createNotifier } from "../../../notify/notifier.ts";
import { releaseAllAlerts } from "../../../storage/alerts/notice-leases.ts";
import { openDatabase } from "../../../storage/database/open-database.ts";
import { secretBox } from "../../../storage/database/secret-box.ts";
import { deliverNotices } from "../deliver-notices.ts";

const [, , url = "", ahead = "0"] = process.argv;
const now = () => Date.now() + Number(ahead);
const database = openDatabase(url);
const log = pino({ level: "warn" }, process.stderr);
const deps = {
	database,
	log,
	metrics: createMetrics(),
	now,
	signal: new AbortController().signal,
	notifier: createNotifier({
		dialer: new PolicedDialer({ allowPrivateTargets: true, resolvers: null }),
		userAgent: "Lapwing/test",
		publicUrl: null,
		smtp: null,
		now,
		onFault: (error) => log.error(error),
	}),
	secretBox: secretBox(new Uint8Array(32).fill(9)),
};
// For the next one, where NODE_COMPILE_CACHE names a place: a process that is killed writes nothing at its end.
flushCompileCache();
await releaseAllAlerts(database, now());
process.send?.("ready");
for (;;) if ((await deliverNotices(deps)) === "idle") await pause(5);
