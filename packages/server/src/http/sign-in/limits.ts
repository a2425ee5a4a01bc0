/**
 * Limits sign-in attempts and requests for links, by client address and by account, whether it exists or not
 * (docs/rules/access.md#signing-in), and invitations (docs/rules/access.md#invitations). Secrets of 256 bits and
 * passkeys cannot be guessed; the limits protect mailboxes, the log and the CPU time of verifying signatures.
 */

import { actorKey, type Principal } from "../../domain/access/principal.ts";
import { emailKey } from "../../domain/access/user.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import { type Client, networkOf } from "../access/client.ts";
import { beyondLimit, type RateLimit, type RateLimits } from "../access/rate-limit.ts";
import type { Refusal } from "../kernel/refusal.ts";

const WINDOW_MS = 5 * MINUTE_MS;
/** Many people may share an address. */
const ATTEMPTS_PER_ADDRESS = 100;
const ATTEMPTS_PER_ACCOUNT = 20;
/**
 * Wrong passwords of one account from one address, and from all together: strangers elsewhere keep its owner out only
 * when they are many, and then a link or a passkey is still a way in.
 */
const PASSWORDS_PER_ADDRESS_AND_ACCOUNT = 10;
const PASSWORDS_PER_ACCOUNT = 100;
/** The sign-in page begins one whenever it is opened, for autofill; each is a row of storage/access/ceremonies.ts. */
const CEREMONIES_PER_ADDRESS = 500;
const LINK_WINDOW_MS = 15 * MINUTE_MS;
const LINKS_PER_ADDRESS = 30;
/**
 * Of one account from one address: strangers elsewhere use up nothing of its owner's. How many mails one mailbox gets
 * from all of them is limited in ./link-requests.ts, without a refusal.
 */
const LINKS_PER_ADDRESS_AND_ACCOUNT = 5;
/** Mails of one inviter to one address, and what a person or a script may send for a team. */
const INVITATION_WINDOW_MS = 60 * MINUTE_MS;
const INVITATIONS_PER_TEAM_AND_EMAIL = 5;
const INVITATIONS_PER_INVITER = 100;
const INVITATIONS_PER_TEAM = 200;

export class SignInLimits {
	readonly #attemptsByAddress: RateLimit;
	readonly #attemptsByAccount: RateLimit;
	readonly #passwordsByAddressAndAccount: RateLimit;
	readonly #passwordsByAccount: RateLimit;
	readonly #ceremoniesByAddress: RateLimit;
	readonly #linksByAddress: RateLimit;
	readonly #linksByAddressAndAccount: RateLimit;
	readonly #invitationsByEmail: RateLimit;
	readonly #invitationsByInviter: RateLimit;
	readonly #invitationsByTeam: RateLimit;

	constructor(limits: RateLimits) {
		this.#attemptsByAddress = limits.of("attemptsByAddress", ATTEMPTS_PER_ADDRESS, WINDOW_MS);
		this.#attemptsByAccount = limits.of("attemptsByAccount", ATTEMPTS_PER_ACCOUNT, WINDOW_MS);
		this.#passwordsByAddressAndAccount = limits.of(
			"passwordsByAddressAndAccount",
			PASSWORDS_PER_ADDRESS_AND_ACCOUNT,
			WINDOW_MS,
		);
		this.#passwordsByAccount = limits.of("passwordsByAccount", PASSWORDS_PER_ACCOUNT, WINDOW_MS);
		this.#ceremoniesByAddress = limits.of("ceremoniesByAddress", CEREMONIES_PER_ADDRESS, WINDOW_MS);
		this.#linksByAddress = limits.of("linksByAddress", LINKS_PER_ADDRESS, LINK_WINDOW_MS);
		this.#linksByAddressAndAccount = limits.of(
			"linksByAddressAndAccount",
			LINKS_PER_ADDRESS_AND_ACCOUNT,
			LINK_WINDOW_MS,
		);
		this.#invitationsByEmail = limits.of("invitationsByEmail", INVITATIONS_PER_TEAM_AND_EMAIL, INVITATION_WINDOW_MS);
		this.#invitationsByInviter = limits.of("invitationsByInviter", INVITATIONS_PER_INVITER, INVITATION_WINDOW_MS);
		this.#invitationsByTeam = limits.of("invitationsByTeam", INVITATIONS_PER_TEAM, INVITATION_WINDOW_MS);
	}

	/** @param account what identifies the account in the attempt, such as the id of a passkey; null when nothing does */
	attempt({ address }: Client, account: string | null, now: number): Refusal | null {
		return (
			refusalOf(this.#attemptsByAddress, networkOf(address), now) ??
			(account === null ? null : refusalOf(this.#attemptsByAccount, account, now))
		);
	}

	/** @param email as it was entered, whether it has an account or not */
	password(client: Client, email: string, now: number): Refusal | null {
		const account = emailKey(email);
		return (
			this.attempt(client, null, now) ??
			refusalOf(this.#passwordsByAddressAndAccount, `${networkOf(client.address)} ${account}`, now) ??
			refusalOf(this.#passwordsByAccount, account, now)
		);
	}

	/** The beginning of a sign-in, which is no attempt yet. */
	ceremony({ address }: Client, now: number): Refusal | null {
		return refusalOf(this.#ceremoniesByAddress, networkOf(address), now);
	}

	linkRequest({ address }: Client, email: string, now: number): Refusal | null {
		const network = networkOf(address);
		return (
			refusalOf(this.#linksByAddress, network, now) ??
			refusalOf(this.#linksByAddressAndAccount, `${network} ${emailKey(email)}`, now)
		);
	}

	invitation({ team, actor }: Principal, email: string, now: number): Refusal | null {
		const limits = [
			[this.#invitationsByEmail, `${team.id} ${emailKey(email)}`, "One address is invited"],
			[this.#invitationsByInviter, `${team.id} ${actorKey(actor)}`, "One person or key invites"],
			[this.#invitationsByTeam, team.id, "A team invites"],
		] as const;
		for (const [limit, key, whose] of limits) {
			const allowance = limit.count(key, now);
			if (!allowance.allowed) return beyondLimit(allowance, `${whose} at most ${allowance.limit} times an hour.`);
		}
		return null;
	}
}

function refusalOf(limit: RateLimit, key: string, now: number): Refusal | null {
	const allowance = limit.count(key, now);
	return allowance.allowed ? null : beyondLimit(allowance, "Too many attempts to sign in. Wait before the next one.");
}
