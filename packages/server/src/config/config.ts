/**
 * Reads the environment once and validates it. Every setting is a row of ./settings.ts; `lapwing serve --help` and the
 * README's table show the same rows.
 */

import { DEFAULT_RETENTION, type Retention } from "../domain/figures/retention.ts";
import type { Setting } from "./setting.ts";
import { settings } from "./settings.ts";

type Values = {
	readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never;
};

/** Settings that belong together are grouped; all others stand as in their rows. */
export type Config = Omit<Values, `oidc${string}` | `retention${string}`> & {
	/** null: there is no OpenID provider. */
	readonly oidc: OidcConfig | null;
	readonly retention: Retention;
};

export interface OidcConfig {
	readonly issuer: string;
	readonly clientId: string;
	readonly clientSecret: string;
	/** In lower case; null: every domain. */
	readonly allowedDomains: readonly string[] | null;
}

/** All invalid settings at once, each with the correction. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		super(problems.join("\n"));
		this.problems = problems;
	}
}

/** The rows of the table of settings. */
export const SETTINGS: readonly Pick<Setting<unknown>, "name" | "about" | "shownDefault">[] = Object.values(settings);

/** Settings whose values are not repeated in messages. */
const MAY_HOLD_SECRETS = /SECRET|KEY|DATABASE_URL|SMTP_URL|HEADERS/;
/** Characters of a value that a message repeats. */
const MAX_SHOWN = 80;

/** Reads `environment`. Empty values count as not set. Throws a {@link ConfigError} that names every problem. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
	const problems: string[] = [];
	const read = <T>({ name, parse, missing }: Setting<T>): T => {
		const text = environment[name]?.trim();
		if (text === undefined || text === "") return missing;
		try {
			return parse(text);
		} catch (error) {
			const given = MAY_HOLD_SECRETS.test(name) ? "" : `, not "${shown(text)}"`;
			problems.push(`${name} ${error instanceof Error ? error.message : "can't be read"}${given}.`);
			return missing;
		}
	};
	// Each row gives the value of its own type, which the compiler can't follow through entries.
	const values = Object.fromEntries(
		Object.entries(settings).map(([name, setting]) => [name, read<unknown>(setting)]),
	) as unknown as Values;
	const { oidcIssuer, oidcClientId, oidcClientSecret, oidcAllowedDomains, ...others } = values;
	const { retentionResultsDays, retentionHoursDays, retentionEventsDays, ...single } = others;
	if (problems.length === 0 && areSetApart([oidcIssuer, oidcClientId, oidcClientSecret])) {
		const trio = { OIDC_ISSUER: oidcIssuer, OIDC_CLIENT_ID: oidcClientId, OIDC_CLIENT_SECRET: oidcClientSecret };
		const missing = Object.entries(trio).flatMap(([name, value]) => (value === null ? [name] : []));
		problems.push(
			`OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together: add ${missing.join(", ")}.`,
		);
	}
	if (problems.length > 0) throw new ConfigError(problems);
	return {
		...single,
		oidc:
			oidcIssuer === null || oidcClientId === null || oidcClientSecret === null
				? null
				: {
						issuer: oidcIssuer,
						clientId: oidcClientId,
						clientSecret: oidcClientSecret,
						allowedDomains: oidcAllowedDomains,
					},
		retention: {
			...DEFAULT_RETENTION,
			resultsDays: retentionResultsDays,
			hoursDays: retentionHoursDays,
			eventsDays: retentionEventsDays,
		},
	};
}

/** What a message repeats of a value: without the user name and the password of an address. */
function shown(text: string): string {
	return text.replace(/^(\w+:\/\/)?.+@/, "$1***@").slice(0, MAX_SHOWN);
}

/** Whether some of these settings are set and others are not. */
function areSetApart(values: readonly unknown[]): boolean {
	return values.includes(null) && values.some((value) => value !== null);
}
