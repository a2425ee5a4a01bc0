/**
 * Challenges and passkeys in Redis or Valkey, by the calls of node-redis (6.2 of the server or later, for ZADD GT).
 * Passkeys must outlive a restart: switch the server's append-only file on, or keep them in SQL.
 *
 * Anyone may begin a ceremony. Challenges leave after six minutes, and `maxmemory` with the policy `volatile-ttl`
 * bounds how many there are until then: it evicts the oldest challenges and never a passkey, which has no time to live.
 */

import type { ChallengeStore, PendingCeremony } from "@lapwing/passkey/challenges";
import type { AccountPasskey, PasskeyStore } from "../passkeys/stores.ts";

/** As long as the prompt stays open (the `timeout` of `RelyingParty`), and a minute more. */
const CHALLENGE_LIFETIME_MS = 360_000;

/** Of one session and kind: tabs, or an autofill beside a prompt. */
const MOST_PENDING = 5;

/** As much of node-redis as is used. */
export interface RedisLike {
	/** SET; `null` when `NX` and the key is there. */
	set(key: string, value: string, options?: { PX?: number; NX?: true; XX?: true }): Promise<string | null>;
	get(key: string): Promise<string | null>;
	pExpire(key: string, ms: number): Promise<number>;
	zRemRangeByRank(key: string, start: number, stop: number): Promise<number>;
	del(key: string): Promise<number>;
	sAdd(key: string, member: string): Promise<number>;
	sRem(key: string, member: string): Promise<number>;
	sMembers(key: string): Promise<string[]>;
	/** ZADD GT CH: how many scores were added or raised. */
	zAdd(
		key: string,
		member: { score: number; value: string },
		options?: { comparison: "GT"; CH: true },
	): Promise<number>;
	zScore(key: string, member: string): Promise<number | null>;
	zRem(key: string, member: string): Promise<number>;
}

const PREFIX = "passkey:";

/** The challenges of one session and kind are a sorted set, by the time at which each expires. */
export class RedisChallenges implements ChallengeStore {
	readonly #redis: RedisLike;
	readonly #now: () => number;

	constructor(redis: RedisLike, { now = Date.now }: { now?: (() => number) | undefined } = {}) {
		this.#redis = redis;
		this.#now = now;
	}

	async put(ceremony: PendingCeremony, challenge: string): Promise<void> {
		const key = pendingKey(ceremony);
		await this.#redis.zAdd(key, { score: this.#now() + CHALLENGE_LIFETIME_MS, value: challenge });
		await this.#redis.zRemRangeByRank(key, 0, -MOST_PENDING - 1);
		await this.#redis.pExpire(key, CHALLENGE_LIFETIME_MS);
	}

	async take(ceremony: PendingCeremony, challenge: string): Promise<boolean> {
		const key = pendingKey(ceremony);
		const expiresAt = await this.#redis.zScore(key, challenge);
		// Of two requests that have read the same, one removes it.
		return (await this.#redis.zRem(key, challenge)) === 1 && expiresAt !== null && expiresAt > this.#now();
	}
}

function pendingKey({ session, kind }: PendingCeremony): string {
	return `${PREFIX}challenges:${kind}:${session}`;
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
