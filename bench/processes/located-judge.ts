/** Holds single results of a located monitor against the answers of its target and against the rules. */

import type { CheckRecord, LocationRecord } from "../../packages/server/src/domain/checks/record.ts";
import type { DownWhen } from "../../packages/server/src/domain/monitors/common-settings.ts";
import { HERE, LOCATION_OF, type Located } from "./located-monitors.ts";
import type { LocatedTargets } from "./located-targets.ts";

/** Between what a target answered and the times that the prober and the service have of it. */
const CLOCKS_MS = 3_000;
/** From the first attempt to the second at the most: until it arrives, and the time that a second location has. */
const PAUSE_MS = 45_000;

export type Part = Pick<LocationRecord, "verdict" | "startedAt" | "completedAt" | "attempts"> & {
	readonly place: string;
};

/** What was promised and not kept, a sentence each. */
export interface Broken {
	readonly falseVerdicts: string[];
	readonly againstLocations: string[];
	readonly locationsTwiceOrAbsent: string[];
	readonly regionalNotShown: string[];
	readonly regionalLost: string[];
	readonly regionalTwice: string[];
}

interface Judged {
	readonly index: number;
	readonly publicId: string;
	readonly located: Located;
	readonly targets: LocatedTargets;
	readonly broken: Broken;
	readonly counts: Map<string, number>;
}

export class Judge {
	readonly #judged: Judged;

	constructor(judged: Judged) {
		this.#judged = judged;
	}

	holds(result: CheckRecord, parts: readonly Part[] | null, alone: Part): void {
		const { located } = this.#judged;
		const isOfSeveral = located.locations.length > 1;
		if (result.verdict === "missed") this.#count(`missed (${result.reason}) of ${located.locations.join(" + ")}`);
		if (parts === null) {
			if (isOfSeveral) this.#ofSeveralWithoutParts(result);
			else this.#ofOne(result, alone);
			return;
		}
		for (const part of parts) this.#isTrue(result, part);
		const places = parts.map(({ place }) => place);
		if (new Set(places).size < places.length)
			this.#breaks("locationsTwiceOrAbsent", result, `has a location twice: ${places}`);
		if (isOfSeveral) {
			const absent = located.locations.filter((location) => !places.includes(location));
			if (absent.length > 0 || places.length !== located.locations.length)
				this.#breaks("locationsTwiceOrAbsent", result, `is of ${places} and not of ${located.locations}`);
			const due = byRule(located.downWhen, parts);
			if (due !== result.verdict) this.#breaks("againstLocations", result, `follows from ${inWords(parts)}: ${due}`);
			if (parts.some((part) => part.verdict === "down" && part.attempts !== 2))
				this.#breaks("falseVerdicts", result, "has a location that is down after one attempt");
			this.#count(`results of several locations, ${located.downWhen}`);
		} else this.#confirmed(result, parts);
		if (result.verdict !== "down" && parts.some(({ verdict }) => verdict === "down")) this.#count("regional results");
	}

	/** A failure of one location, about which a second one was asked. */
	#confirmed(result: CheckRecord, parts: readonly Part[]): void {
		const { locations, fallback } = this.#judged.located;
		const [own = HERE] = locations;
		const first = parts.find(({ place }) => place === own) ?? (fallback ? parts[0] : undefined);
		const second = parts.find((part) => part !== first);
		if (parts.length !== 2 || first === undefined || second === undefined) {
			this.#breaks("locationsTwiceOrAbsent", result, `was confirmed by ${inWords(parts)}`);
			return;
		}
		const isConfirmed = parts.every(({ verdict }) => verdict === "down");
		const isRefuted = parts.filter(({ verdict }) => verdict === "down").length === 1;
		const due = isConfirmed ? "down" : (parts.find(({ verdict }) => verdict !== "down")?.verdict ?? "none");
		if (!isConfirmed && !isRefuted) this.#breaks("againstLocations", result, `has no failure: ${inWords(parts)}`);
		if (due !== result.verdict) this.#breaks("againstLocations", result, `follows from ${inWords(parts)}: ${due}`);
		this.#count(isConfirmed ? "failures confirmed by a second place" : "failures refuted by a second place");
	}

	#ofSeveralWithoutParts(result: CheckRecord): void {
		if (result.verdict !== "missed") this.#breaks("locationsTwiceOrAbsent", result, "has no locations");
	}

	#ofOne(result: CheckRecord, alone: Part): void {
		const { locations, fallback, isPublic } = this.#judged.located;
		if (result.verdict === "missed") return;
		if (!locations.includes(alone.place) && !fallback)
			this.#breaks("locationsTwiceOrAbsent", result, `was made in ${alone.place}`);
		this.#isTrue(result, alone);
		if (result.verdict !== "down") return;
		if (isPublic) this.#count("failures that no second place answered, confirmed by the first");
		if (result.attempts !== 2) this.#breaks("falseVerdicts", result, "is down after one attempt");
	}

	/** Whether the target answered so to a prober of that place, as often as it was asked. */
	#isTrue(result: CheckRecord, { place, verdict, startedAt, completedAt, attempts }: Part): void {
		const { index, located, targets } = this.#judged;
		if (verdict === "missed") return;
		if (!located.isPublic) {
			if (verdict !== "up") this.#breaks("falseVerdicts", result, `is ${verdict} from ${place}, its target never was`);
			return;
		}
		const isDown = verdict !== "up";
		const from = startedAt - CLOCKS_MS;
		const until = (completedAt ?? startedAt) + CLOCKS_MS;
		const ofPlace = targets.answersOf(index).filter(({ prober }) => (LOCATION_OF[prober] ?? HERE) === place);
		const such = ofPlace.filter(({ at, isFailure }) => isFailure === isDown && at <= until);
		const [own, before] = [from, from - PAUSE_MS].map((since) => such.filter(({ at }) => at >= since).length);
		if (own === 0) this.#breaks("falseVerdicts", result, `is ${verdict} from ${place}, which got no such answer`);
		else if (isDown && attempts === 2 && (before ?? 0) < 2)
			this.#breaks("falseVerdicts", result, `is ${verdict} from ${place} by two attempts, of which one did not fail`);
	}

	#breaks(kind: keyof Broken, { minute, verdict, reason, message }: CheckRecord, what: string): void {
		const { index, publicId, broken } = this.#judged;
		broken[kind].push(
			`${publicId} (${index}) in minute ${minute}, ${verdict}, ${what} (${reason}${message ? `: ${message}` : ""})`,
		);
	}

	#count(what: string): void {
		count(this.#judged.counts, what);
	}
}

/** The verdict of several locations, by docs/rules/checks.md#several-locations. */
function byRule(downWhen: DownWhen, parts: readonly Part[]): string {
	const votes = parts.map(({ verdict }) => verdict).filter((verdict) => verdict !== "missed");
	if (votes.length === 0) return "missed";
	const needed = { any: 1, majority: Math.floor(votes.length / 2) + 1, all: votes.length }[downWhen];
	if (votes.filter((vote) => vote === "down").length >= needed) return "down";
	return votes.filter((vote) => vote !== "up").length >= needed ? "degraded" : "up";
}

function inWords(parts: readonly Part[]): string {
	return parts.map(({ place, verdict }) => `${place} ${verdict}`).join(", ");
}

export function count(counts: Map<string, number>, what: string, by = 1): void {
	counts.set(what, (counts.get(what) ?? 0) + by);
}
