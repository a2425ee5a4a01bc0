/**
 * Keys and JWTs of NATS: an operator, a system account and one account for Lapwing, in which `control` may do
 * everything and a prober what its own location needs. `@nats-io/jwt` calls its interface unsupported, so it is pinned
 * and used here alone.
 */

import { encodeAccount, encodeOperator, encodeUser } from "@nats-io/jwt";
import { createAccount, createOperator, createUser, fromSeed, type KeyPair } from "@nats-io/nkeys";
import type { UserCredentials } from "./authenticator.ts";
import type { NatsCredentials } from "./credentials.ts";
import {
	acceptedSubject,
	aliveSubject,
	askSubject,
	CONSUMER,
	inboxOf,
	outcomesSubject,
	type Place,
	streamOf,
} from "./subjects.ts";

/** What `nats.conf` names. */
interface ServerKeys {
	readonly operatorJwt: string;
	readonly systemAccount: string;
	readonly accounts: Readonly<Record<string, string>>;
}

/** Without limits, an account may have no connection at all. */
const NO_LIMITS = {
	...{ conn: -1, leaf: -1, subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true },
	...{ mem_storage: -1, disk_storage: 0, streams: -1, consumer: -1 },
};
/** Later than any user was issued, whatever the clock of the machine that issued it: seconds, the end of 9999. */
const WHENEVER_ISSUED_S = 253_402_300_799;
/** Of the one account in which everything happens. */
const ACCOUNT = "LAPWING";
/** An asked prober answers once, within the longest that an attempt may take. */
const ANSWER_WITHIN_NS = 130e9;

export interface NatsKeys {
	readonly credentials: NatsCredentials;
	readonly server: ServerKeys;
}

/** A new installation of NATS. */
export async function newKeys(): Promise<NatsKeys> {
	const [operator, system, account] = [createOperator(), createAccount(), createAccount()];
	const [systemUser, control] = [createUser(), createUser()];
	const systemAccount = system.getPublicKey();
	const { mem_storage: _, disk_storage: __, streams: ___, consumer: ____, ...limits } = NO_LIMITS;
	return {
		credentials: {
			operatorSeed: seedOf(operator),
			accountSeed: seedOf(account),
			systemUser: { jwt: await encodeUser("control", systemUser, system, {}), seed: seedOf(systemUser) },
			control: { jwt: await encodeUser("control", control, account, {}), seed: seedOf(control) },
		},
		server: {
			operatorJwt: await encodeOperator("lapwing", operator, { system_account: systemAccount }),
			systemAccount,
			accounts: {
				[systemAccount]: await encodeAccount("SYS", system, { limits }, { signer: operator }),
				[account.getPublicKey()]: await encodeAccount(ACCOUNT, account, { limits: NO_LIMITS }, { signer: operator }),
			},
		},
	};
}

/**
 * The account as the server is to know it from now on.
 * @param revoked users that are shut out
 */
export function accountJwt(
	{ operatorSeed, accountSeed }: NatsCredentials,
	revoked: readonly { readonly natsUser: string }[],
): Promise<string> {
	// JWTs of a user that were issued until then are refused. Ours are issued once, so that shuts out no one else.
	const revocations = Object.fromEntries(revoked.map((each) => [each.natsUser, WHENEVER_ISSUED_S]));
	const account = { limits: NO_LIMITS, revocations };
	return encodeAccount(ACCOUNT, keyOf(accountSeed), account, { signer: keyOf(operatorSeed) });
}

/** A user for a prober, and the public key by which it can be revoked. */
export async function proberUser(
	{ accountSeed }: NatsCredentials,
	place: Place,
	prober: string,
): Promise<UserCredentials & { readonly publicKey: string }> {
	const key = createUser();
	const jwt = await encodeUser(prober, key, keyOf(accountSeed), permissionsOf(place, prober));
	return { jwt, seed: seedOf(key), publicKey: key.getPublicKey() };
}

/** A prober may take orders of its own location, answer them and say that it lives. */
function permissionsOf(place: Place, prober: string) {
	const consumer = `${streamOf(place)}.${CONSUMER}`;
	return {
		pub: {
			allow: [
				aliveSubject(place, prober),
				acceptedSubject(place, prober, "*"),
				outcomesSubject(place, prober, "*"),
				`$JS.API.CONSUMER.INFO.${consumer}`,
				`$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
				`$JS.ACK.${consumer}.>`,
			],
		},
		sub: { allow: [`${inboxOf(prober)}.>`, askSubject(place, prober)] },
		resp: { max: 1, ttl: ANSWER_WITHIN_NS },
	};
}

function seedOf(key: KeyPair): string {
	return new TextDecoder().decode(key.getSeed());
}

function keyOf(seed: string): KeyPair {
	return fromSeed(new TextEncoder().encode(seed));
}
