/** The steps of a flow's checks in one hour as columns (./columns.ts): about six bytes a step. */

import { PHASES } from "../../../domain/checks/observation.ts";
import { MAX_STEPS } from "../../../domain/monitors/flow/flow-steps.ts";
import type { StoredStep } from "../stored-steps.ts";
import { type BitReader, BitsExhausted, type BitWriter, readText, writeText } from "./bits.ts";
import {
	readDeviations,
	readNullableRuns,
	readRuns,
	writeDeviations,
	writeNullableRuns,
	writeRuns,
} from "./columns.ts";

/** @param checks the steps of each check of the hour; none for a check without them */
export function writeSteps(bits: BitWriter, checks: readonly (readonly StoredStep[])[]): void {
	const counts = checks.map(({ length }) => length);
	writeRuns(bits, counts);
	const names = [...new Set(checks.flatMap((steps) => steps.map(([name]) => name)))];
	bits.writeNumber(names.length);
	for (const name of names) writeText(bits, name);
	const places = new Map(names.map((name, place) => [name, place]));
	for (let at = 0; at < Math.max(...counts); at += 1) {
		const steps = checks.flatMap((each) => each.slice(at, at + 1));
		writeRuns(
			bits,
			steps.map(([name]) => places.get(name) ?? 0),
		);
		writeNullableRuns(
			bits,
			steps.map(([, status]) => status),
		);
		for (const phase of PHASES.keys()) {
			writeDeviations(
				bits,
				steps.map(([, , , ...phases]) => phases[phase] ?? 0),
			);
		}
		// What the phases leave of the whole is small.
		writeDeviations(
			bits,
			steps.map(([, , timeMs, ...phases]) => timeMs - sumOf(phases)),
		);
	}
}

/** @param length how many checks the hour has */
export function readSteps(bits: BitReader, length: number): readonly (readonly StoredStep[])[] {
	const counts = readRuns(bits, length);
	const most = Math.max(...counts);
	if (most > MAX_STEPS) throw new BitsExhausted("A check has more steps than a flow can have");
	const known = bits.readNumber();
	if (known > length * most) throw new BitsExhausted("There are more names than steps");
	const names = Array.from({ length: known }, () => readText(bits));
	const checks = counts.map((): StoredStep[] => []);
	for (let at = 0; at < most; at += 1) {
		const made = checks.filter((_, check) => (counts[check] ?? 0) > at);
		const ofNames = readRuns(bits, made.length);
		const statuses = readNullableRuns(bits, made.length);
		const phases = PHASES.map(() => readDeviations(bits, made.length));
		const left = readDeviations(bits, made.length);
		for (const [check, steps] of made.entries()) {
			const name = names[ofNames[check] ?? 0];
			if (name === undefined) throw new BitsExhausted("A step has a name that is not there");
			const times = phases.map((column) => column[check] ?? 0);
			steps.push([name, statuses[check] ?? null, (left[check] ?? 0) + sumOf(times), ...times]);
		}
	}
	return checks;
}

function sumOf(times: readonly number[]): number {
	return times.reduce((sum, time) => sum + time, 0);
}
