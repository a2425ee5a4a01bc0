/**
 * Which of a monitor's content checks has what an entry leaves to it: they have neither keys nor names, and no order.
 * One is known by all else that it says; one of which something else changes, when it alone of its kind is left over on
 * both sides. Where that fits several that differ, or none, nothing is guessed.
 */

import type { Path } from "../../domain/config/secret-places.ts";
import { valueAt, withValueAt } from "../../domain/config/secret-places.ts";
import { stable } from "./digests.ts";

/**
 * What stands at `path` (`["contentChecks", index, …]`) in the check of `present` that is meant; undefined: none is.
 * @param given the content checks of an entry
 * @param kept every path of the entry that is left to the object
 */
export function keptOfContentChecks(
	given: readonly object[],
	present: readonly object[],
	kept: readonly Path[],
	[, place, ...member]: Path,
): unknown {
	const index = Number(place);
	const paths = given.map((_, at) =>
		kept.filter(([list, of]) => list === "contentChecks" && of === at).map(([, , ...rest]) => rest),
	);
	const own = paths[index] ?? [];
	/** What a check says beside what is left to the object. */
	const rest = (check: object | undefined, left = own) =>
		stable(left.reduce<unknown>((value, path) => withValueAt(value, path, () => null), check));
	const alike = present.filter((check) => rest(check) === rest(given[index]));
	const values = new Set(alike.map((check) => stable(own.map((path) => valueAt(check, path)))));
	if (values.size === 1) return valueAt(alike[0], member);
	const twins = given.flatMap((check, at) =>
		stable(paths[at]) === stable(own) && rest(check) === rest(given[index]) ? [at] : [],
	);
	if (values.size > 1) return twins.length === alike.length ? valueAt(alike[twins.indexOf(index)], member) : undefined;
	const changed = given[index];
	const left = present.filter((check) => isOfOneKind(check, changed));
	const others = given.filter((check, at) => {
		const same = at === index ? -1 : left.findIndex((each) => rest(each, paths[at]) === rest(check, paths[at]));
		if (same >= 0) left.splice(same, 1);
		return same < 0 && at !== index && isOfOneKind(check, changed);
	});
	return left.length === 1 && others.length === 0 ? valueAt(left[0], member) : undefined;
}

/** What one of them expects can be expected by the other. */
function isOfOneKind(one: object | undefined, other: object | undefined): boolean {
	return ["type", "operator"].every((name) => valueAt(one, [name]) === valueAt(other, [name]));
}
