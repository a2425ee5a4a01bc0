/**
 * Places for pings in one probe thread: each ping is a process, and one whose host is silent keeps its place until its
 * time runs out. Whoever used little time lately comes first, and monitors whose last check was slow leave some places
 * to the others.
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import type { ConnectError } from "../../net/connect-error.ts";
import type { Deadline } from "../../net/deadline.ts";
import { FairQueue, type Owner } from "../fair-queue.ts";

/** A process takes one to two MB. With a timeout of ten seconds, 64 places ping 384 silent hosts a minute. */
const PLACES = 64;
/** Of these, for monitors whose last check was slow: those that answer keep a place for half a second. */
const SLOW_PLACES = 48;
/** A check that waited for longer than this share of its time for others has not had its own. */
const MAX_WAIT_SHARE = 0.2;

/** Of a check order, what decides about its turn. */
type Sharer = Pick<CheckOrder, "teamId" | "monitorId" | "wasSlow">;

interface Waiting {
	readonly owner: Owner;
	begin(): void;
}

export interface PingPlace {
	readonly waitedMs: number;
	/** Whether so much of the check's time passed that a silence proves nothing about the host. */
	readonly cameLate: boolean;
	/** Gives the place to the next. */
	release(): void;
}

export class PingPlaces {
	readonly #usual = new FairQueue<Waiting>();
	readonly #slow = new FairQueue<Waiting>();
	#taken = 0;
	#takenBySlow = 0;

	/** Waits for a place; the reason that there was none when the time ran out before. */
	async take({ teamId, monitorId, wasSlow }: Sharer, deadline: Deadline): Promise<PingPlace | ConnectError> {
		const owner = { teamId, monitorId };
		const queue = wasSlow ? this.#slow : this.#usual;
		const askedAt = performance.now();
		const hasPlace = await this.#turn(owner, queue, deadline);
		if (!hasPlace) return deadline.cut === "aborted" ? deadline.connectError("first_byte", null) : CROWDED;
		const takenAt = performance.now();
		const waitedMs = takenAt - askedAt;
		return {
			waitedMs,
			cameLate: waitedMs > deadline.timeoutMs * MAX_WAIT_SHARE,
			release: () => {
				queue.charge(owner, performance.now() - takenAt);
				this.#taken -= 1;
				if (wasSlow) this.#takenBySlow -= 1;
				this.#next();
			},
		};
	}

	/** False when the time ran out before. */
	#turn(owner: Owner, queue: FairQueue<Waiting>, deadline: Deadline): Promise<boolean> {
		return new Promise((resolve) => {
			const waiting: Waiting = {
				owner,
				begin: () => {
					deadline.finish();
					resolve(true);
				},
			};
			queue.add(waiting);
			deadline.begin(() => {
				queue.remove(waiting);
				resolve(false);
			});
			this.#next();
		});
	}

	#next(): void {
		while (this.#taken < PLACES) {
			const usual = this.#usual.take();
			if (usual === undefined && this.#takenBySlow >= SLOW_PLACES) return;
			const next = usual ?? this.#slow.take();
			if (next === undefined) return;
			this.#taken += 1;
			if (usual === undefined) this.#takenBySlow += 1;
			next.begin();
		}
	}
}

export const CROWDED: ConnectError = {
	kind: "missed",
	cause: "no_capacity",
	message: "Other pings kept this machine busy until the time ran out.",
};
