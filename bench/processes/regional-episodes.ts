/** When each location began and ended to see a monitor down alone, as its results say, in the order of minutes. */

import { regionalKey } from "../../packages/server/e2e/testing/kills/outside.ts";
import type { CheckRecord } from "../../packages/server/src/domain/checks/record.ts";
import type { Part } from "./located-judge.ts";
import { HERE } from "./located-monitors.ts";

export class Episodes {
	readonly #publicId: string;
	/** By location, since when. */
	readonly #failing = new Map<string, number>();
	readonly begun: string[] = [];
	/** With the beginning of each. */
	readonly ended: { readonly begin: string; readonly end: string }[] = [];

	constructor(publicId: string) {
		this.#publicId = publicId;
	}

	note({ verdict }: CheckRecord, parts: readonly Part[] | null): void {
		if (verdict === "missed") return;
		const alone = verdict === "down" || parts === null ? [] : parts.filter((part) => part.verdict === "down");
		for (const { place, startedAt } of alone) {
			if (this.#failing.has(place)) continue;
			let since = startedAt;
			while ([...this.#failing.values()].includes(since)) since += 1;
			this.#failing.set(place, since);
			this.begun.push(this.#key(place, since, false));
		}
		const unknown = parts?.filter((part) => part.verdict === "down" || part.verdict === "missed") ?? [];
		for (const [place, since] of [...this.#failing]) {
			if (verdict !== "down" && unknown.some((part) => part.place === place)) continue;
			this.#failing.delete(place);
			// Whoever was told that one location fails is then told that the monitor is down.
			if (verdict === "down") continue;
			this.ended.push({ begin: this.#key(place, since, false), end: this.#key(place, since, true) });
		}
	}

	present(): string[] {
		return Array.from(this.#failing, ([place, since]) => `${place} since ${since}`);
	}

	#key(place: string, since: number, isOver: boolean): string {
		return regionalKey(this.#publicId, { location: place === HERE ? "Lapwing itself" : place, isOver }, since);
	}
}
