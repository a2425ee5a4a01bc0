import { slugOf } from "../slug.ts";
import { CONFIG_KINDS, type ConfigKind } from "./config.ts";
import { withoutSecretAddresses } from "./open-secrets.ts";

/** A number of five digits and its hyphen still fit in a key. */
const MAX_LENGTH = 94;

/**
 * A key that no other object of the kind has, made from its name: `My API` → `my-api`, the next one `my-api-2`. A name
 * without a letter or digit gets the noun of the kind.
 *
 * @param taken the keys that there are, each with the last number that was put behind it; the new one is added
 */
export function freeKey(name: string, kind: ConfigKind, taken: Map<string, number>): string {
	const slug = slugOf(withoutSecretAddresses(name)).slice(0, MAX_LENGTH).replace(/-+$/, "");
	const base = slug || CONFIG_KINDS[kind].noun.replace(/^.* /, "");
	let key = base;
	let number = taken.get(base) ?? 1;
	while (taken.has(key)) {
		number += 1;
		key = `${base}-${number}`;
	}
	taken.set(base, number);
	if (key !== base) taken.set(key, 1);
	return key;
}
