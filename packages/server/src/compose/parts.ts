/** The parts that every role uses: configuration, database, secret, metrics, log and notifier. */

import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { Control } from "../engine/control.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import { smtpServer } from "../notify/smtp.ts";
import { createThreadedNotifier, type ThreadedNotifier } from "../notify/thread/threaded-notifier.ts";
import { takeOverCutOffs } from "../storage/alerts/cut-offs.ts";
import { releaseAllAlerts } from "../storage/alerts/notice-leases.ts";
import type { Database } from "../storage/database/tx.ts";
import { type Holder, NOBODY } from "../storage/installation/controls.ts";
import { recordMachine } from "../storage/installation/machines.ts";
import { releaseLinkMails } from "../storage/subscribers/link-mails.ts";
import { releaseAllMessages } from "../storage/subscribers/messages.ts";
import { VERSION } from "../version.ts";
import { holdDatabase, openHeartbeats, openMigratedDatabase } from "./database.ts";
import { whenArrived, whereMoved } from "./moves.ts";
import { linkOrigin } from "./origins.ts";
import { secretFor } from "./secret.ts";

export const USER_AGENT = `Lapwing/${VERSION}`;

export interface Parts {
	readonly config: Config;
	readonly log: Logger;
	readonly metrics: Metrics;
	readonly database: Database;
	/** 32 bytes, the same on every node. */
	readonly secret: Uint8Array;
	readonly notifier: ThreadedNotifier;
	/** The database that this one was moved to, without its password: it takes no changes. Null: it was not. */
	readonly movedTo: string | null;
	/** Aborted when the service begins to stop. */
	readonly stopping: AbortSignal;
	/** This process as a holder of leases. */
	readonly holder: Holder;
	/** Epoch milliseconds: the database's clock where several processes share it, else the machine's. */
	now(): number;
	/** False while `now` may be off. */
	knowsTime(): boolean;
}

interface PartsOptions extends Pick<Parts, "config" | "log" | "stopping"> {
	/** Another secret than the database's is taken, and what the old one encrypted is deleted. */
	readonly acceptNewSecret: boolean;
	readonly makesChecks: boolean;
	/** Whether this process may stand still while another one holds a SQLite file. */
	readonly waits: boolean;
}

/** Opens the parts; `opened` closes them in reverse order. */
export async function openParts(
	{ config, log, stopping, ...options }: PartsOptions,
	opened: AsyncDisposableStack,
): Promise<Parts> {
	// Before the migration: a newer Lapwing must not migrate the database of one that runs.
	opened.use(holdDatabase(config));
	const onMigrated = (ran: readonly string[]) => {
		if (ran.length > 0) log.info({ migrations: ran }, "Brought the database's schema up to date");
	};
	const migrated = await openMigratedDatabase(config, onMigrated, options.waits);
	const database = opened.adopt(migrated, (each) => each.close());
	opened.use(
		database.checkpointInThread((error) => log.error({ err: error }, "The database's WAL grows until this is over")),
	);
	await whenArrived(database, { log, stopping });
	const movedTo = await whereMoved(database);
	// A database that was moved away takes no heartbeats.
	const isShared = !database.dialect.isSingleProcess && movedTo === null;
	const { makesChecks } = options;
	const heartbeats = isShared ? opened.adopt(openHeartbeats(config), (each) => each.close()) : null;
	const control =
		heartbeats &&
		opened.use(await Control.start({ database, heartbeats, machine: config.machineName, makesChecks, log }));
	const now = control?.now ?? Date.now;
	const secret = await secretFor(database, config, { acceptNew: options.acceptNewSecret, log });
	// This is the only service of a SQLite file, so the holders of earlier leases are gone.
	if (database.dialect.isSingleProcess && movedTo === null) {
		await releaseAllAlerts(database, now());
		await releaseAllMessages(database);
		await releaseLinkMails(database, now());
		await recordMachine(database, config.machineName, now());
		await takeOverCutOffs(database, config.machineName);
	}
	const notifier = opened.adopt(
		createThreadedNotifier({
			allowPrivateTargets: config.allowPrivateTargets,
			resolvers: config.resolvers,
			userAgent: USER_AGENT,
			publicUrl: linkOrigin(config),
			smtp: config.smtpUrl === null ? null : smtpServer(config.smtpUrl, config.smtpFrom),
			subscriberMailsPerSecond: config.subscriberMailsPerSecond,
			onThreadLost: (error) => log.error({ err: error }, "The delivery thread was lost and is replaced"),
			onFault: (error) => log.error({ err: error }, "A notice could not be built"),
		}),
		(each) => each.close(),
	);
	return {
		config,
		log,
		metrics: createMetrics(),
		database,
		secret,
		notifier,
		movedTo,
		stopping,
		holder: control ?? NOBODY,
		knowsTime: () => control?.knowsTime ?? true,
		now,
	};
}
