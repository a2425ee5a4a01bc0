/**
 * Where a job reported before its monitor was imported: the part of another tool's address by which it is found there.
 * The monitor answers at that address as long as it exists. Whoever knows one can report, so they are secrets.
 */

import { z } from "zod";
import type { SecretChange, SettingsProblem } from "./type.ts";

/** The form of each, and how people read of it. */
const FORMS = {
	healthchecksUuid: {
		form: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
		says: "a UUID in lower case, of /ping/<uuid>",
	},
	healthchecksSlug: { form: /^[\w-]{1,50}\/[a-z0-9_-]{1,100}$/, says: "<ping key>/<slug>, of /ping/<ping key>/<slug>" },
	kumaToken: { form: /^[\w-]{1,100}$/, says: "the push token, of /api/push/<token>" },
} as const;
export type AddressName = keyof typeof FORMS;
const NAMES = Object.keys(FORMS) as readonly AddressName[];

/** Null: a secret that is not shown, or not given anew. */
export type ImportedAddresses = { readonly [Name in AddressName]?: string | null | undefined };

const address = (name: AddressName) =>
	z
		.string()
		.nullable()
		.optional()
		.meta({ description: `Is ${FORMS[name].says}. Null in answers; null in an update keeps it.` });

export const importedAddresses = z
	.strictObject({
		healthchecksUuid: address("healthchecksUuid"),
		healthchecksSlug: address("healthchecksSlug"),
		kumaToken: address("kumaToken"),
	})
	.meta({
		id: "ImportedAddresses",
		description:
			"Where the job reported to another tool: those addresses are answered, too. Encrypted, never answered.",
		example: {},
	})
	.default({});

/** What is wrong with an address, in one sentence; null when nothing is. */
export function addressProblem(name: AddressName, value: string): string | null {
	return FORMS[name].form.test(value) ? null : `Must be ${FORMS[name].says}.`;
}

export function importedAddressProblems(addresses: ImportedAddresses): readonly SettingsProblem[] {
	return given(addresses).flatMap(([name, value]) => {
		const message = value === null ? null : addressProblem(name, value);
		return message === null ? [] : [{ path: `/importedAddresses/${name}`, message }];
	});
}

export function mapImportedAddresses(addresses: ImportedAddresses, change: SecretChange): ImportedAddresses {
	return Object.fromEntries(
		given(addresses).map(([name, value]) => [name, change(`address:${name}`, value, `/importedAddresses/${name}`)]),
	);
}

function given(addresses: ImportedAddresses): readonly (readonly [AddressName, string | null])[] {
	return NAMES.flatMap((name) => {
		const value = addresses[name];
		return value === undefined ? [] : [[name, value] as const];
	});
}
