/**
 * A random history of three monitors in one process: they fail and recover, alone or for one cause, outages are
 * acknowledged, and who delivers dies before, during and after a request, so that the next one goes on from what is
 * stored. What Discord and Opsgenie were told is then held against the database, as after real kills (./evidence.ts),
 * and within seconds in place of minutes.
 */

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { seededRandom } from "../../../src/cli/demo/demo-history.ts";
import { deliverNotices } from "../../../src/engine/notices/deliver-notices.ts";
import { aStage, MINUTE, type Stage } from "../../../src/engine/notices/testing/notice-stage.ts";
import { PolicedDialer } from "../../../src/net/dial.ts";
import { VENDOR_ENDPOINTS } from "../../../src/notify/channel.ts";
import type { Notifier } from "../../../src/notify/interface.ts";
import { createNotifier } from "../../../src/notify/notifier.ts";
import { acknowledgeOutage } from "../../../src/services/outages/acknowledge.ts";
import { onTheCommandLine } from "../../../src/services/testing/on-the-command-line.ts";
import { releaseAllAlerts } from "../../../src/storage/alerts/notice-leases.ts";
import { openOutages } from "../../../src/storage/on-call/handled-causes.ts";
import { replaceDependencies } from "../../../src/storage/testing/dependencies.ts";
import { brokenTellings, changesOf, storedOutages } from "./evidence.ts";
import { startOutside } from "./outside.ts";
import { TITLE } from "./receivers.ts";
import type { Told } from "./told.ts";

const STEPS = 60;
/** Afterwards, so that nothing waits any more: deliveries, a minute and more apart. */
const SETTLING = 12;
const SETTLING_MS = 70_000;
/** A request that is cut off is under way for up to this long. */
const CUT_WITHIN_MS = 6;

interface History {
	/** What was promised and not kept, one sentence each. */
	readonly broken: readonly string[];
	/** How often who delivered died. */
	readonly deaths: number;
	readonly acknowledged: number;
	readonly changes: number;
	readonly told: Readonly<Record<"discord" | "opsgenie", Told>>;
}

type Health = "up" | "down";

/** The same seed gives the same history, but for what is cut off in the middle of a request. */
export async function randomHistory(seed: number): Promise<History> {
	const random = seededRandom(seed);
	await using stage = await aStage("sqlite");
	const { database, clock } = stage;
	await using outside = await startOutside(
		0,
		() => 0,
		() => clock.now,
	);
	const monitors: number[] = [];
	for (let number = 0; number < 3; number += 1) monitors.push(await stage.newMonitor(`killed ${number}`));
	// As in a service: those of the stage have hyphens, which are not read in titles.
	await sql`update monitors set public_id = 'mon_' || id`.execute(database.db);
	const [first = 0, ...others] = monitors;
	if (random() < 0.7) for (const other of others) await replaceDependencies(database, other, [first]);
	if (random() < 0.8) stage.shareAddress(...monitors);
	for (const channel of outside.threaded) await stage.newAlert({ channel, titleTemplate: TITLE, dailyCap: 1_000 });
	using deliverer = new MortalDeliverer(stage, outside.opsgenieUrl, random);
	let acknowledged = 0;

	await stage.check("up", ...monitors);
	const began = clock.now;
	/** By the keys of their problems, the causes that outages had, one after the other. */
	const causes = new Map<string, Set<number>>();
	const health = new Map<number, Health>(monitors.map((monitor) => [monitor, "up"]));
	for (let step = 0; step < STEPS; step += 1) {
		const dice = random();
		if (dice < 0.35) await checkSome();
		else if (dice < 0.42) acknowledged += await acknowledgeOne();
		else {
			stage.pass(Math.floor(random() * (random() < 0.3 ? 200_000 : 20_000)));
			await deliverer.deliver();
		}
		for (const [key, { causeId }] of await storedOutages(database)) {
			causes.getOrInsertComputed(key, () => new Set()).add(causeId);
		}
	}
	deliverer.isMortal = false;
	const through = clock.now;
	for (let time = 0; time < SETTLING; time += 1) {
		for (const verdict of ["down", "up"] as const) {
			await checkWithin(
				verdict,
				monitors.filter((monitor) => health.get(monitor) === verdict),
			);
		}
		stage.pass(SETTLING_MS);
		await deliverer.deliver();
	}

	const { discord, opsgenie } = outside.received.told;
	const transitions = await database.db
		.selectFrom("transitions")
		.selectAll()
		.where("created_at", ">=", began)
		.orderBy("id")
		.execute();
	const changes = monitors.flatMap((id) =>
		changesOf(
			`mon_${id}`,
			transitions.filter(({ monitor_id }) => monitor_id === id),
		),
	);
	const told = { discord, opsgenie };
	const broken = await brokenTellings(database, { told, changes, causes, through });
	return { broken, deaths: deliverer.deaths, acknowledged, changes: changes.length, told };

	/** Some fail and others recover, in this order, within a second or a minute. */
	async function checkSome(): Promise<void> {
		const chosen = monitors.filter(() => random() < 0.6);
		for (const verdict of ["down", "up"] as const) {
			const some = chosen.filter(() => random() < 0.5);
			for (const monitor of some) health.set(monitor, verdict);
			await (random() < 0.5 ? checkWithin(verdict, some) : stage.check(verdict, ...some));
		}
	}

	/** Checks that take none of the minute. */
	async function checkWithin(verdict: Health, some: readonly number[]): Promise<void> {
		if (some.length === 0) return;
		const before = clock.now;
		await stage.check(verdict, ...some);
		clock.now = Math.max(clock.now - MINUTE + 1_000, before + 200);
	}

	async function acknowledgeOne(): Promise<0 | 1> {
		const open = await openOutages(database, stage.teamId, monitors.length);
		const one = open[Math.floor(random() * open.length)];
		if (one === undefined) return 0;
		await onTheCommandLine(database, stage.teamId, acknowledgeOutage, { id: one.publicId }, { now: clock.now });
		return 1;
	}
}

const NEVER = new Promise<never>(() => {});

/** Delivers what is due, as a service that may die at any request: nothing that it learns afterwards is stored. */
class MortalDeliverer implements Disposable {
	deaths = 0;
	isMortal = true;
	readonly #stage: Stage;
	readonly #dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	readonly #notifier: Notifier;
	readonly #random: () => number;
	/** Of requests. */
	readonly #deathRate: number;

	constructor(stage: Stage, opsgenieUrl: string, random: () => number) {
		this.#stage = stage;
		this.#random = random;
		this.#deathRate = random() < 0.3 ? 0 : random() * 0.6;
		this.#notifier = createNotifier({
			dialer: this.#dialer,
			userAgent: "Lapwing/test",
			publicUrl: null,
			smtp: null,
			now: () => stage.clock.now,
			onFault(error) {
				throw error;
			},
			endpoints: { ...VENDOR_ENDPOINTS, opsgenie: { us: opsgenieUrl, eu: opsgenieUrl } },
		});
	}

	/** Ends when all is delivered, or with a death. */
	async deliver(): Promise<void> {
		const { database, clock, deps } = this.#stage;
		await releaseAllAlerts(database, clock.now);
		const life = new AbortController();
		const dead = new Promise<void>((resolve) => life.signal.addEventListener("abort", () => resolve()));
		const notifier: Notifier = {
			...this.#notifier,
			deliver: (...request) => this.#request(life, ...request),
		};
		await Promise.race([deliverNotices({ ...deps, notifier, signal: life.signal }), dead]);
	}

	/** A quarter of the deaths is before a request, another one while it is under way, and the others after it. */
	async #request(life: AbortController, ...[destination, message, signal]: Parameters<Notifier["deliver"]>) {
		if (life.signal.aborted) return NEVER;
		const fate = this.isMortal && this.#deathRate > 0 ? this.#random() / this.#deathRate : 1;
		if (fate < 0.25) return this.#die(life);
		if (fate < 0.5) {
			const cut = new AbortController();
			void pause(this.#random() * CUT_WITHIN_MS).then(() => cut.abort());
			await this.#notifier.deliver(destination, message, AbortSignal.any([signal, cut.signal]));
			return this.#die(life);
		}
		const outcome = await this.#notifier.deliver(destination, message, signal);
		// Another request has met its death meanwhile.
		if (life.signal.aborted) return NEVER;
		return fate < 1 ? this.#die(life) : outcome;
	}

	#die(life: AbortController): Promise<never> {
		this.deaths += 1;
		life.abort();
		return NEVER;
	}

	[Symbol.dispose](): void {
		this.#dialer.close();
	}
}
