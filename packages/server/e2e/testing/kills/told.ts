/**
 * What a channel was sent, as its server knows it (./receivers.ts), and whether that is so: each change of status under
 * one id; each message that is updated, and each incident, about one cause of one alert; closed when that is over and
 * not before, and acknowledged where somebody has it.
 */

/** What a notice is about: the monitor, down or up, and since when the outage lasts that begins or ends. */
export function changeKey(monitorId: string, event: string, since: number): string {
	return `${monitorId} ${event} of the outage since ${new Date(since).toISOString()}`;
}

export class Told {
	/** By what they are about (see {@link changeKey}): the ids of the events, messages or incidents that told it. */
	readonly changes = new Map<string, Set<string>>();
	/** By those ids, where later requests go on with a message or an incident. */
	readonly threads = new Map<string, Thread>();
	/** Ends of outages that were told by closing their incident: epoch milliseconds. */
	readonly closedAt = new Map<string, number>();
	/** What no server should be sent, one sentence each. */
	readonly refused: string[] = [];
	/** Messages that were sent and incidents that were opened, repeated ones too. */
	messages = 0;
	/** Messages whose id had come before: delivered, and not yet marked when the service was killed. */
	repeated = 0;
	/** Requests that went on with a message or an incident. */
	updates = 0;

	add(key: string, id: string): void {
		this.changes.getOrInsertComputed(key, () => new Set()).add(id);
	}

	thread(id: string): Thread {
		return this.threads.getOrInsertComputed(id, () => ({
			alerts: new Set(),
			outages: new Set(),
			isAcknowledged: false,
		}));
	}
}

interface Thread {
	/** Public ids of the alerts that wrote there. */
	readonly alerts: Set<string>;
	/** Keys of the problems that it named. */
	readonly outages: Set<string>;
	isAcknowledged: boolean;
}

/** A change of status that the database has. */
export interface Change {
	readonly key: string;
	/** The key of the problem that it ends: nobody is owed the end of what was not told. Null for a problem. */
	readonly endOf: string | null;
	/** Epoch milliseconds. */
	readonly createdAt: number;
}

/** An outage that the database has. */
export interface StoredOutage {
	readonly causeId: number;
	/** Epoch milliseconds. */
	readonly recordedAt: number;
	readonly lasts: boolean;
	/** When somebody acknowledged its cause last. Those that join the cause later are not told so. */
	readonly acknowledgedAt: number | null;
}

export interface Happened {
	readonly changes: readonly Change[];
	/** By the keys of their problems. */
	readonly outages: ReadonlyMap<string, StoredOutage>;
	/** Keys of changes of which the service says why it did not send them, or that it still holds. */
	readonly accounted: ReadonlySet<string>;
	/** Epoch milliseconds: what happened up to then is told by now. */
	readonly through: number;
}

/** What was told wrongly or not at all, one sentence each. */
export function brokenTelling(channel: string, told: Told, happened: Happened): string[] {
	return [
		...told.refused,
		...happened.changes.flatMap((change) => brokenChange(channel, told, happened, change)),
		...unknownChanges(channel, told, happened.changes),
		...Array.from(told.threads).flatMap(([id, thread]) => brokenThread(`${channel}: ${id}`, thread, happened)),
		...lostAcknowledgements(channel, told, happened),
	];
}

function brokenChange(
	channel: string,
	told: Told,
	{ accounted, through }: Happened,
	{ key, endOf, createdAt }: Change,
): string[] {
	const ids = told.changes.get(key)?.size ?? 0;
	const isDue = createdAt <= through && !accounted.has(key);
	// The end of an outage is owed when its problem was sent; that of a later one may take its place.
	const isOwed = endOf === null || told.changes.has(endOf);
	const broken: string[] = [];
	if (ids > 1 || (isDue && isOwed && ids === 0)) broken.push(`${channel}: ${key} was notified under ${ids} ids`);
	if ((told.closedAt.get(key) ?? createdAt) < createdAt) broken.push(`${channel}: ${key} was told before it happened`);
	return broken;
}

function unknownChanges(channel: string, { changes }: Told, stored: readonly Change[]): string[] {
	const known = new Set(stored.map(({ key }) => key));
	return [...changes.keys()]
		.filter((key) => !known.has(key))
		.map((key) => `${channel}: ${key} was notified and is not in the database`);
}

/** A request that goes to the message or incident of something else adds an outage of another cause to it. */
function brokenThread(what: string, thread: Thread, { outages }: Happened): string[] {
	const known = [...thread.outages].flatMap((key) => outages.get(key) ?? []);
	const causes = new Set(known.map(({ causeId }) => causeId));
	const broken: string[] = [];
	if (causes.size > 1 || thread.alerts.size > 1) {
		broken.push(`${what} is about ${causes.size} causes and ${thread.alerts.size} alerts: [${[...thread.outages]}]`);
	}
	if (thread.isAcknowledged && known.every(({ acknowledgedAt }) => acknowledgedAt === null))
		broken.push(`${what} is acknowledged, and nobody has acknowledged [${[...thread.outages]}]`);
	return broken;
}

/**
 * Outages that were told, that last, and that somebody has acknowledged, where no message or incident of their cause
 * and alert says so.
 */
function lostAcknowledgements(channel: string, { threads, changes }: Told, { outages, through }: Happened): string[] {
	const placesOf = ({ alerts, outages: named }: Thread) =>
		[...named].flatMap((key) => [...alerts].map((alert) => `${alert} ${outages.get(key)?.causeId}`));
	const shown = new Set([...threads.values()].filter(({ isAcknowledged }) => isAcknowledged).flatMap(placesOf));
	return Array.from(outages).flatMap(([key, { causeId, lasts, recordedAt, acknowledgedAt }]) => {
		const isDue = acknowledgedAt !== null && recordedAt <= acknowledgedAt && acknowledgedAt <= through;
		if (!lasts || !isDue) return [];
		const alerts = [...(changes.get(key) ?? [])].flatMap((id) => [...(threads.get(id)?.alerts ?? [])]);
		if (alerts.length === 0 || alerts.some((alert) => shown.has(`${alert} ${causeId}`))) return [];
		return [`${channel}: ${key} is acknowledged, and that was not told`];
	});
}
