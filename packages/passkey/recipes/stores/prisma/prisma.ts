/** Challenges and passkeys by Prisma 7, whose client is TypeScript that `prisma generate` writes. */

import { type ChallengeStore, type ChallengeStoreOptions, SqlChallenges } from "@lapwing/passkey/challenges";
import type { AccountPasskey, PasskeyStore } from "../../passkeys/stores.ts";
import { type Passkey, Prisma, type PrismaClient } from "./generated/client.ts";

/** Of a row that is there already. */
const UNIQUE_CONSTRAINT_FAILED = "P2002";

/** On PostgreSQL with `{ placeholders: "$1" }`. */
export function prismaChallenges(prisma: PrismaClient, options?: ChallengeStoreOptions): ChallengeStore {
	return new SqlChallenges((statement, values) => prisma.$executeRawUnsafe(statement, ...values), options);
}

export class PrismaPasskeys implements PasskeyStore {
	readonly #prisma: PrismaClient;

	constructor(prisma: PrismaClient) {
		this.#prisma = prisma;
	}

	async find(id: string): Promise<AccountPasskey | undefined> {
		const row = await this.#prisma.passkey.findUnique({ where: { id } });
		return row ? passkeyOf(row) : undefined;
	}

	async listFor(accountId: string): Promise<AccountPasskey[]> {
		return (await this.#prisma.passkey.findMany({ where: { accountId } })).map(passkeyOf);
	}

	async add(passkey: AccountPasskey): Promise<boolean> {
		try {
			await this.#prisma.passkey.create({ data: { ...passkey, transports: JSON.stringify(passkey.transports) } });
			return true;
		} catch (error) {
			const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_CONSTRAINT_FAILED;
			if (isTaken) return false;
			throw error;
		}
	}

	async recordSignIn(id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): Promise<boolean> {
		// `updateMany` is one UPDATE, whose WHERE compares; `update` would not take the comparison.
		const { count } = await this.#prisma.passkey.updateMany({
			where: { id, counter: counter === 0 ? 0 : { lt: counter } },
			data: { counter, backedUp },
		});
		return count === 1;
	}

	async remove(accountId: string, id: string): Promise<boolean> {
		return (await this.#prisma.passkey.deleteMany({ where: { accountId, id } })).count === 1;
	}
}

/** `verifyAuthentication` wants a number, and refuses a bigint on purpose. */
function passkeyOf({ counter, transports, ...row }: Passkey): AccountPasskey {
	return { ...row, counter: Number(counter), transports: JSON.parse(transports) };
}
