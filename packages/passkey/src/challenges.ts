/** The challenges entry point: stores that keep the challenges of pending ceremonies, and remove each as it is used. */

export { challengeOf, keepChallenge, takeChallenge } from "./challenges/challenge-of.ts";
export { MemoryChallenges } from "./challenges/memory-challenges.ts";
export {
	MemoryUsedChallenges,
	type RequestCookies,
	SealedChallenges,
	type SealedChallengesOptions,
	type UsedChallenges,
} from "./challenges/sealed-challenges.ts";
export type { ChallengeStore, ChallengeStoreOptions, PendingCeremony } from "./challenges/store.ts";
export {
	MYSQL_CHALLENGES,
	POSTGRESQL_CHALLENGES,
	type RunStatement,
	SQLITE_CHALLENGES,
	SqlChallenges,
	type SqlChallengesOptions,
} from "./sql/sql-challenges.ts";
