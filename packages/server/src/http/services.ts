/** What the API stands on. `compose.ts` gives AppDependencies; the rest is worked out from them, once. */

import { hkdfSync } from "node:crypto";
import type { Logger } from "pino";
import type { OidcProvider } from "../domain/access/oidc.ts";
import type { OpenChannel } from "../domain/alerts/channels.ts";
import type { Message } from "../domain/alerts/notice.ts";
import type { Trial, TrialOutcome } from "../domain/checks/trial.ts";
import type { Metrics } from "../metrics.ts";
import { type SecretBox, secretBox } from "../storage/database/sealed-secrets.ts";
import type { Session } from "../storage/database/session.ts";
import { TrustedProxies } from "./access/client.ts";
import { RateLimit } from "./access/rate-limit.ts";
import { Cursors } from "./kernel/cursors.ts";
import { Boards } from "./live/boards.ts";
import { LiveHub } from "./live/live-hub.ts";
import { createDashboard, type Dashboard } from "./public/dashboard.ts";
import type { Health } from "./public/health.ts";
import { SignInLimits } from "./sign-in/limits.ts";

/**
 * Rejected keys a minute from one client address before it is told to wait. Wide, for many people may share an address,
 * and because it guards the log and the database, not the keys: nobody guesses 256 bits. A good key is never refused
 * for its neighbours' bad ones.
 */
const REJECTED_KEYS_PER_MINUTE = 120;

/** A reverse proxy on the same machine. */
const LOOPBACK = ["127.0.0.0/8", "::1"];

/** A person who fills in a form tries a few times a minute; a team must not probe the internet through this service. */
const TRIALS_PER_MINUTE = 20;

export interface AppDependencies {
	readonly database: Session;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** Epoch milliseconds. */
	now(): number;
	/** 32 bytes, the same on every node; keys for each purpose are derived from it. */
	readonly secret: Uint8Array;
	/** Origin of links in answers, for example `https://status.example`; null: the request's own. */
	readonly publicUrl: string | null;
	/** Requests a minute for each key; null: no limit. */
	readonly rateLimitPerMinute: number | null;
	/** Aborted when the service begins to stop: answers without an end must end. */
	readonly stopping: AbortSignal;
	/** Addresses and ranges of the reverse proxies that are believed. Default: this machine's. */
	readonly trustedProxies?: readonly string[];
	/** Origin of links in mails, by the configuration alone; null or absent: links can't be mailed. */
	readonly linkOrigin?: string | null;
	/** Sends a mail, and answers why it was not sent, or null. Absent without a mail server. */
	readonly sendMail?: ((mail: OutgoingMail) => Promise<string | null>) | undefined;
	/** Null or absent: nobody signs in through a provider. */
	readonly oidc?: OidcProvider | null;
	/**
	 * Domains, in lower case, whose people may join by themselves; null or absent: every domain that the provider knows.
	 */
	readonly oidcAllowedDomains?: readonly string[] | null;
	/** Folder of the built dashboard; null or absent in a process that serves none. */
	readonly dashboardFolder?: string | null;
	health(): Promise<Health>;
	/** Delivers the test of an alert at once. Absent in a process that has no way out: tests are then refused. */
	readonly deliverTest?: (channel: OpenChannel, message: Message) => Promise<TestDelivery>;
	/** Runs one check of a monitor that is not saved. Absent in a process that has no probers. */
	readonly tryCheck?: (trial: Trial) => Promise<TrialOutcome>;
}

export interface OutgoingMail {
	/** Left part of the Message-ID. */
	readonly id: string;
	readonly to: readonly string[];
	readonly subject: string;
	readonly text: string;
	readonly html: string;
}

export interface TestDelivery {
	readonly status: "sent" | "failed";
	/** One sentence for the alert's owner; null when it was sent. */
	readonly errorMessage: string | null;
}

export interface Services extends AppDependencies {
	readonly proxies: TrustedProxies;
	readonly linkOrigin: string | null;
	readonly oidc: OidcProvider | null;
	readonly oidcAllowedDomains: readonly string[] | null;
	readonly signInLimits: SignInLimits;
	/** Null in a process that serves none. */
	readonly dashboard: Dashboard | null;
	readonly cursors: Cursors;
	readonly boards: Boards;
	readonly live: LiveHub;
	/** Seals what the channels of alerts must not show. */
	readonly secretBox: SecretBox;
	/** Wrong keys, by client address. */
	readonly rejectedKeys: RateLimit;
	/** Requests by key; null when there is no limit. */
	readonly requests: RateLimit | null;
	/** Checks of monitors that are not saved, by team. */
	readonly trials: RateLimit;
}

export function servicesOf(dependencies: AppDependencies): Services {
	const { secret, rateLimitPerMinute } = dependencies;
	return {
		...dependencies,
		boards: new Boards(dependencies.database),
		live: new LiveHub({
			session: dependencies.database,
			log: dependencies.log,
			now: dependencies.now,
			stopping: dependencies.stopping,
		}),
		linkOrigin: dependencies.linkOrigin ?? null,
		oidc: dependencies.oidc ?? null,
		oidcAllowedDomains: dependencies.oidcAllowedDomains ?? null,
		signInLimits: new SignInLimits(),
		dashboard: dependencies.dashboardFolder ? createDashboard(dependencies.dashboardFolder) : null,
		proxies: new TrustedProxies(dependencies.trustedProxies ?? LOOPBACK),
		cursors: new Cursors(derivedKey(secret, "cursor")),
		secretBox: secretBox(secret),
		rejectedKeys: new RateLimit(REJECTED_KEYS_PER_MINUTE),
		requests: rateLimitPerMinute === null ? null : new RateLimit(rateLimitPerMinute),
		trials: new RateLimit(TRIALS_PER_MINUTE),
	};
}

/** A key of its own for each purpose (RFC 5869), so that no two of our signatures can be taken for one another. */
function derivedKey(secret: Uint8Array, purpose: string): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), `lapwing/${purpose}`, 32));
}
