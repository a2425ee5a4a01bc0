/**
 * Shares what delivers notices among teams and receivers. A delivery to a receiver that does not answer keeps its place
 * for ten seconds; without shares, one team with some hundred such receivers would delay everybody's notices.
 *
 * - A team has at most a share of the places that leaves as many for a team that comes next.
 * - Within a team, alerts whose receivers were slow have at most half of its share.
 */

/** Alerts served at a time by one process. A wait costs a socket, no more. */
export const ALERTS_AT_A_TIME = 128;
/** Also among very many teams. */
const TEAM_AT_LEAST = 4;
/** A receiver that takes this long for an answer is slow, until it answers faster. */
export const SLOW_RECEIVER_MS = 3_000;
/** Slow receivers that are remembered: a few bytes each. */
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

	/** Which of `waiting` (in the order in which they should come) may be served now. */
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

	/** Notes how long the receiver of an alert took for one delivery. */
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
