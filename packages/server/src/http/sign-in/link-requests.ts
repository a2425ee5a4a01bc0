/**
 * Mails the sign-in links that were asked for, some time after the answers, so that neither the answer nor any request
 * after it shows whether an address has an account: the moment is random, and an unknown address costs as much
 * (docs/rules/access.md#signing-in).
 */

import { randomInt } from "node:crypto";
import { isFailure } from "@lapwing/result";
import { emailKey } from "../../domain/access/user.ts";
import { inTransaction } from "../../services/change.ts";
import { requestLink } from "../../services/sign-in/request-link.ts";
import { LINK_LIFETIME_MS } from "../../storage/access/sign-in-links.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { RateLimit, RateLimits } from "../access/rate-limit.ts";
import { type Mailing, sendLater, signInMail } from "../mails.ts";

/**
 * Milliseconds between a request and its mail. Longer than a request that is sent right after takes: another thread
 * sends the mail, but where there is one core it takes its time from this one.
 */
const DELAY_MS = { least: 200, most: 1_000 };
/** More than anybody asks for in a second; what is beyond is not mailed. */
const MAX_WAITING = 1_000;
/**
 * Mails to one mailbox within the life of a link, whoever asks for them. Beyond it nothing is mailed, and nothing is
 * refused: the mails that were sent hold links that are valid still.
 */
const MAILS_PER_MAILBOX = 10;

interface Needs extends Mailing {
	readonly database: Tx;
	/** Epoch milliseconds. */
	now(): number;
	readonly stopping: AbortSignal;
	readonly limits: RateLimits;
}

export class LinkRequests {
	readonly #needs: Needs;
	readonly #mails: RateLimit;
	#waiting = 0;

	constructor(needs: Needs) {
		this.#needs = needs;
		this.#mails = needs.limits.of("mails to a mailbox", MAILS_PER_MAILBOX, LINK_LIFETIME_MS);
	}

	/** @param returnTo the page of the dashboard on which the person is afterwards */
	add(email: string, returnTo: string): void {
		const { log, sendMail, linkOrigin, stopping } = this.#needs;
		if (sendMail === undefined || linkOrigin === null || this.#waiting >= MAX_WAITING) return;
		this.#waiting += 1;
		const timer = setTimeout(
			() => {
				this.#waiting -= 1;
				if (stopping.aborted) return;
				this.#mail(email, returnTo).catch((err: unknown) => log.error({ err }, "A link was not mailed"));
			},
			randomInt(DELAY_MS.least, DELAY_MS.most),
		);
		timer.unref();
	}

	async #mail(email: string, returnTo: string): Promise<void> {
		const { database, now } = this.#needs;
		const at = now();
		const { allowed } = this.#mails.count(emailKey(email), at);
		const made = await inTransaction(database, (tx) => requestLink(tx, { email }, { now: at }));
		if (!allowed || isFailure(made) || made.data === null) return;
		const { user, secret, endsOthers } = made.data;
		sendLater(this.#needs, (origin) => {
			const link = new URL("/sign-in/link", origin);
			if (returnTo !== "/") link.searchParams.set("return", returnTo);
			link.hash = secret;
			return signInMail(user.email, link.href, { endsOthers });
		});
	}
}
