/**
 * Challenges and passkeys in Redis or Valkey, by the calls of node-redis (6.2 of the server or later, for GETDEL and
 * ZADD GT). Passkeys must outlive a restart: switch the server's append-only file on, or keep them in SQL.
 *
 * Anyone may begin a ceremony. Challenges leave after five minutes, and `maxmemory` with the policy `volatile-ttl`
 * bounds how many there are until then: it evicts the oldest challenges and never a passkey, which has no time to live.
 */

import {
	type AccountPasskey,
	CHALLENGE_LIFETIME_MS,
	type ChallengeStore,
	type PasskeyStore,
} from "../passkeys/stores.ts";

/** As much of node-redis as is used. */
export interface RedisLike {
	/** SET; `null` when `NX` and the key is there. */
	set(key: string, value: string, options?: { PX?: number; NX?: true; XX?: true }): Promise<string | null>;
	get(key: string): Promise<string | null>;
	getDel(key: string): Promise<string | null>;
	del(key: string): Promise<number>;
	sAdd(key: string, member: string): Promise<number>;
	sRem(key: string, member: string): Promise<number>;
	sMembers(key: string): Promise<string[]>;
	/** ZADD GT CH: how many scores were added or raised. */
	zAdd(key: string, member: { score: number; value: string }, options: { comparison: "GT"; CH: true }): Promise<number>;
	zScore(key: string, member: string): Promise<number | null>;
	zRem(key: string, member: string): Promise<number>;
}

const PREFIX = "passkey:";

export class RedisChallenges implements ChallengeStore {
	readonly #redis: RedisLike;

	constructor(redis: RedisLike) {
		this.#redis = redis;
	}

	async put(key: string, challenge: string): Promise<void> {
		await this.#redis.set(`${PREFIX}challenge:${key}`, challenge, { PX: CHALLENGE_LIFETIME_MS });
	}

	async take(key: string): Promise<string | undefined> {
		return (await this.#redis.getDel(`${PREFIX}challenge:${key}`)) ?? undefined;
	}
}

/** A passkey is three things: its text, its counter in one sorted set, and its id in its account's set. */
export class RedisPasskeys implements PasskeyStore {
	readonly #redis: RedisLike;

	constructor(redis: RedisLike) {
		this.#redis = redis;
	}

	async find(id: string): Promise<AccountPasskey | undefined> {
		const text = await this.#redis.get(textKey(id));
		if (text === null) return undefined;
		const counter = await this.#redis.zScore(COUNTERS, id);
		return { ...(JSON.parse(text) as AccountPasskey), counter: counter ?? 0 };
	}

	async listFor(accountId: string): Promise<AccountPasskey[]> {
		const ids = await this.#redis.sMembers(accountKey(accountId));
		const found = await Promise.all(ids.map((id) => this.find(id)));
		// The account's set is written first and removed from last, so that it may name too many and never too few.
		return found.filter((each) => each?.accountId === accountId).filter((each) => each !== undefined);
	}

	async add(passkey: AccountPasskey): Promise<boolean> {
		const { id, accountId, counter } = passkey;
		await this.#redis.sAdd(accountKey(accountId), id);
		// The one step that decides: of two that add the same id, one finds no key there.
		const isNew = (await this.#redis.set(textKey(id), JSON.stringify(passkey), { NX: true })) !== null;
		if (isNew && counter > 0) await this.#redis.zAdd(COUNTERS, { score: counter, value: id }, RAISED);
		return isNew;
	}

	async recordSignIn(id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): Promise<boolean> {
		const passkey = await this.find(id);
		if (!passkey) return false;
		// The server compares: of two sign-ins with one counter, one raises it.
		const isRaised =
			counter === 0
				? passkey.counter === 0
				: (await this.#redis.zAdd(COUNTERS, { score: counter, value: id }, RAISED)) === 1;
		if (!isRaised || passkey.backedUp === backedUp) return isRaised;
		await this.#redis.set(textKey(id), JSON.stringify({ ...passkey, backedUp }), { XX: true });
		return true;
	}

	async remove(accountId: string, id: string): Promise<boolean> {
		const passkey = await this.find(id);
		if (passkey?.accountId !== accountId) return false;
		const isRemoved = (await this.#redis.del(textKey(id))) === 1;
		await this.#redis.zRem(COUNTERS, id);
		await this.#redis.sRem(accountKey(accountId), id);
		return isRemoved;
	}
}

const COUNTERS = `${PREFIX}counters`;
const RAISED = { comparison: "GT", CH: true } as const;

function textKey(id: string): string {
	return `${PREFIX}text:${id}`;
}

function accountKey(accountId: string): string {
	return `${PREFIX}account:${accountId}`;
}
