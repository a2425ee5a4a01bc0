/**
 * What a channel was sent, as its server knows it (./receivers.ts), and whether that is so: each change of status under
 * one id; updates that belong to their message; incidents that are closed when all that they told is over, and not
 * before; and an acknowledgement where somebody has it.
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
			updates: [],
			isAcknowledged: false,
			isOpen: false,
		}));
	}
}

interface Thread {
	/** Public ids of the alerts that wrote there. */
	readonly alerts: Set<string>;
	/** Keys of the problems that it named. */
	readonly outages: Set<string>;
	/** Of a message: the problems that it had named before, and those that the update names. */
	readonly updates: { readonly before: readonly string[]; readonly problems: readonly string[] }[];
	isAcknowledged: boolean;
	/** Of an incident. */
	isOpen: boolean;
}

/** What a message says of an outage. */
export interface Fact {
	/** The message's: `evt_…` */
	readonly messageId: string;
	/** `alt_…` */
	readonly alert: string;
	/** See {@link changeKey}. */
	readonly key: string;
	/** That of the problem. */
	readonly problem: string;
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
	/** Those that it had before, where these are known. */
	readonly formerCauses?: ReadonlySet<number>;
	/** Epoch milliseconds. */
	readonly recordedAt: number;
	/** Null while it lasts. */
	readonly endedAt: number | null;
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
	const handled = handledAlerts(told, happened);
	return [
		...told.refused.map((sentence) => `${channel}: ${sentence}`),
		...happened.changes.flatMap((change) => brokenChange(channel, told, happened, change)),
		...unknownChanges(channel, told, happened.changes),
		...Array.from(told.threads).flatMap(([id, thread]) => brokenThread(`${channel}: ${id}`, thread, handled, happened)),
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

/** Alerts of monitors that had an outage which somebody has acknowledged. It may have left that cause since. */
function handledAlerts({ threads }: Told, { outages }: Happened): ReadonlySet<string> {
	const monitorOf = (key: string) => key.split(" ")[0];
	const handled = new Set(
		Array.from(outages).flatMap(([key, { acknowledgedAt }]) => (acknowledgedAt === null ? [] : monitorOf(key))),
	);
	const ofHandled = [...threads.values()].filter(({ outages }) =>
		[...outages].some((key) => handled.has(monitorOf(key))),
	);
	return new Set(ofHandled.flatMap(({ alerts }) => [...alerts]));
}

function brokenThread(
	what: string,
	{ alerts, outages, updates, isAcknowledged, isOpen }: Thread,
	handled: ReadonlySet<string>,
	happened: Happened,
): string[] {
	const broken: string[] = [];
	const causesOf = (key: string) => {
		const { causeId, formerCauses = [] } = happened.outages.get(key) ?? {};
		return [causeId, ...formerCauses];
	};
	for (const { before, problems } of updates) {
		// It says again what the message is about, or what else has its cause.
		const causes = new Set(before.flatMap(causesOf));
		const belongs = problems.some((key) => before.includes(key) || causesOf(key).some((cause) => causes.has(cause)));
		if (problems.length > 0 && !belongs) broken.push(`${what} was updated with what it is not about: [${problems}]`);
	}
	const endsOf = [...outages].map((key) => happened.outages.get(key)?.endedAt ?? Number.POSITIVE_INFINITY);
	if (isOpen && endsOf.length > 0 && Math.max(...endsOf) <= happened.through)
		broken.push(`${what} is open, and all that it told is over`);
	if (alerts.size > 1) broken.push(`${what} is of ${alerts.size} alerts`);
	if (isAcknowledged && ![...alerts].some((alert) => handled.has(alert)))
		broken.push(`${what} is acknowledged, and nobody has acknowledged what it is about`);
	return broken;
}

/**
 * Outages that were told, that last, and that somebody has acknowledged, where no message or incident of their cause
 * and alert says so. One that left the cause under which it was told may have none.
 */
function lostAcknowledgements(channel: string, { threads, changes }: Told, { outages, through }: Happened): string[] {
	const placesOf = ({ alerts, outages: named }: Thread) =>
		[...named].flatMap((key) => [...alerts].map((alert) => `${alert} ${outages.get(key)?.causeId}`));
	const shown = new Set([...threads.values()].filter(({ isAcknowledged }) => isAcknowledged).flatMap(placesOf));
	return Array.from(outages).flatMap(([key, { causeId, formerCauses, endedAt, recordedAt, acknowledgedAt }]) => {
		const isDue = acknowledgedAt !== null && recordedAt <= acknowledgedAt && acknowledgedAt <= through;
		if (endedAt !== null || !isDue || (formerCauses?.size ?? 0) > 0) return [];
		const alerts = [...(changes.get(key) ?? [])].flatMap((id) => [...(threads.get(id)?.alerts ?? [])]);
		if (alerts.length === 0 || alerts.some((alert) => shown.has(`${alert} ${causeId}`))) return [];
		return [`${channel}: ${key} is acknowledged, and that was not told`];
	});
}
