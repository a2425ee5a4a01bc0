/**
 * Shares delivery slots among teams and receivers. A delivery to a receiver that does not answer occupies its slot for
 * ten seconds; without shares, one team with a few hundred such receivers would delay the notices of all teams.
 *
 * - A team has at most a share of the slots, so that as many are left for the next team.
 * - Within a team, alerts whose receivers were slow have at most half of its share.
 */

/** Alerts served concurrently by one process. Each waiting delivery costs only a socket. */
export const ALERTS_AT_A_TIME = 128;
/** The minimum share, also with very many teams. */
const TEAM_AT_LEAST = 4;
/** A receiver is slow when its last answer took at least this long. */
export const SLOW_RECEIVER_MS = 3_000;
/** Slow receivers remembered at most, a few bytes each. */
const REMEMBERED_AT_MOST = 10_000;

export interface WaitingAlert {
	readonly alertId: number;
	readonly teamId: number;
}

interface TeamUse {
	alerts: number;
	slow: number;
}

export class DeliveryShares {
	readonly #serving = new Map<number, WaitingAlert & { readonly isSlow: boolean }>();
	readonly #slowAlerts = new Set<number>();

	/** The alerts in `waiting`, which is in order of priority, that may be served now. */
	choose(waiting: readonly WaitingAlert[]): WaitingAlert[] {
		const use = new Map<number, TeamUse>();
		const of = (teamId: number) => {
			const known = use.get(teamId) ?? { alerts: 0, slow: 0 };
			use.set(teamId, known);
			return known;
		};
		const add = (teamId: number, isSlow: boolean) => {
			const team = of(teamId);
			team.alerts += 1;
			if (isSlow) team.slow += 1;
		};
		for (const { teamId, isSlow } of this.#serving.values()) add(teamId, isSlow);
		const teams = new Set([...use.keys(), ...waiting.map(({ teamId }) => teamId)]).size;
		const share = Math.max(TEAM_AT_LEAST, Math.floor(ALERTS_AT_A_TIME / (teams + 1)));
		let free = ALERTS_AT_A_TIME - this.#serving.size;
		return waiting.filter(({ alertId, teamId }) => {
			const isSlow = this.#slowAlerts.has(alertId);
			const team = of(teamId);
			if (free <= 0 || team.alerts >= share || (isSlow && team.slow >= Math.floor(share / 2))) return false;
			free -= 1;
			add(teamId, isSlow);
			return true;
		});
	}

	begin(alert: WaitingAlert): void {
		this.#serving.set(alert.alertId, { ...alert, isSlow: this.#slowAlerts.has(alert.alertId) });
	}

	end({ alertId }: WaitingAlert): void {
		this.#serving.delete(alertId);
	}

	/** Records how long a delivery to the receiver of an alert took. */
	noteDelivery(alertId: number, tookMs: number): void {
		this.#slowAlerts.delete(alertId);
		if (tookMs < SLOW_RECEIVER_MS) return;
		this.#slowAlerts.add(alertId);
		if (this.#slowAlerts.size > REMEMBERED_AT_MOST) {
			const [oldest = alertId] = this.#slowAlerts;
			this.#slowAlerts.delete(oldest);
		}
	}
}
