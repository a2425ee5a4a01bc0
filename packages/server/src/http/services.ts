/** The services that endpoints use. ../compose passes AppDependencies; the rest is created from them once. */

import type { Logger } from "pino";
import type { OidcProvider } from "../domain/access/oidc.ts";
import type { Passwords } from "../domain/access/password.ts";
import type { OpenChannel } from "../domain/alerts/channels.ts";
import type { Message } from "../domain/alerts/notice.ts";
import type { Trial, TrialOutcome } from "../domain/checks/trial.ts";
import type { Need } from "../domain/monitors/type.ts";
import { REQUESTS_A_PAGE, REQUESTS_A_SENDER } from "../domain/subscribers/subscriber.ts";
import type { Metrics } from "../metrics.ts";
import type { IssueToken, NoTokens } from "../services/probers/create.ts";
import { LinkTokens } from "../services/subscribers/link-tokens.ts";
import { KeyLookups } from "../storage/access/key-lookups.ts";
import { derivedKey, type SecretBox, secretBox } from "../storage/database/secret-box.ts";
import type { Tx } from "../storage/database/tx.ts";
import { TrustedProxies } from "./access/client.ts";
import { type RateLimit, RateLimits } from "./access/rate-limit.ts";
import type { ReportReceiver } from "./job-reports/receiver.ts";
import { Cursors } from "./kernel/cursors.ts";
import { KeptPages } from "./kernel/kept-pages.ts";
import { Boards } from "./live/boards.ts";
import { LiveHub } from "./live/live-hub.ts";
import type { OutgoingMail } from "./mails.ts";
import { createDashboard, type Dashboard } from "./public/dashboard.ts";
import type { Health } from "./public/health.ts";
import { PasswordAttempts } from "./public/status/door/password-attempts.ts";
import { ReaderCookies } from "./public/status/door/reader-cookies.ts";
import { EventLoopLag, type Lag } from "./public/status/serve/event-loop-lag.ts";
import { pageSource } from "./public/status/serve/page-source.ts";
import { PublicPages } from "./public/status/serve/public-pages.ts";
import { SignInLimits } from "./sign-in/limits.ts";
import { LinkRequests } from "./sign-in/link-requests.ts";

/** How many a minute are allowed to each that is counted. */
const LIMITS = {
	/**
	 * Wrong keys, by network, before it is refused with 429. The limit is wide because many people may share an address,
	 * and because it protects the log and the database, not the keys: 256 bits cannot be guessed. A valid key is never
	 * refused because of invalid ones from the same address.
	 */
	rejectedKeys: 120,
	/**
	 * Checks of monitors that are not saved, by team. A person who fills in a form needs a few. The limit keeps a team
	 * from scanning the internet through this service.
	 */
	trials: 20,
	/** Trials of `lapwing run`, by key: it tries every monitor of a repository, as often as somebody pushes. */
	runs: 300,
	/** Probes for Prometheus, by key: one with 600 targets a minute, or 150 every 15 seconds. */
	probes: 600,
	/** Checks beside the schedule, by team: for people who wait for a repair; not a way to check more often. */
	askedChecks: 20,
	/** Looks at the records of status pages' domains beside the daily ones, by team: for who has just written one. */
	domainChecks: 20,
	/** Tests of alerts, by team. Each connects to an address of the team's choice at once, as do the next two. */
	alertTests: 20,
	/** Tests of people's own channels, by person. */
	ownChannelTests: 20,
	/** Challenges of webhooks that are to subscribe to a page, by team. */
	challenges: 20,
	/** Uses of the links in messages, by network, which many people may share; tokens of 256 bits are not guessed. */
	linkUses: 60,
};
type Limits = Readonly<Record<keyof typeof LIMITS, RateLimit>>;

/** A reverse proxy on the same machine. */
const LOOPBACK = ["127.0.0.0/8", "::1"];

export interface AppDependencies {
	readonly database: Tx;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** Whether /metrics shows each monitor. Default: false. */
	readonly metricsPerMonitor?: boolean;
	/** Epoch milliseconds. */
	now(): number;
	/** 32 bytes, the same on every node; keys for each purpose are derived from it. */
	readonly secret: Uint8Array;
	/** Origin of links in answers, for example `https://status.example`; null: the request's own. */
	readonly publicUrl: string | null;
	/** Requests a minute for each key; null: no limit. */
	readonly rateLimitPerMinute: number | null;
	/** Makes the limits of all that is asked. Default: this process alone counts. */
	readonly limits?: RateLimits;
	/** Aborted when the service begins to stop, so that endless answers end. */
	readonly stopping: AbortSignal;
	/** Addresses and ranges of trusted reverse proxies. Default: this machine. */
	readonly trustedProxies?: readonly string[];
	/** Origin of links in mails, from the configuration only; null or absent: links can't be mailed. */
	readonly linkOrigin?: string | null;
	/** Sends a mail. Returns the reason when it was not sent, else null. Absent without a mail server. */
	readonly sendMail?: ((mail: OutgoingMail) => Promise<string | null>) | undefined;
	/** Null or absent: nobody signs in through a provider. */
	readonly oidc?: OidcProvider | null;
	/** Domains, in lower case, whose people may join; null or absent: every domain that the provider verified. */
	readonly oidcAllowedDomains?: readonly string[] | null;
	/** Null or absent: nobody signs in with a password. */
	readonly passwords?: Passwords | null;
	/**
	 * Hashes the passwords for readers of status pages. Those that readers send are hashed apart from those of people, so
	 * that strangers at a page keep nobody from signing in. Absent: none can be set.
	 */
	readonly pagePasswords?: Passwords;
	/** Hosts under which this service itself is reached, by its configuration. Default: none is known. */
	readonly ownHosts?: readonly string[];
	/** Folder of the built dashboard; null or absent in a process that serves none. */
	readonly dashboardFolder?: string | null;
	health(): Promise<Health>;
	readonly jobReports: ReportReceiver;
	/** Delivers the test of an alert at once. Absent in a process without a notifier, which refuses tests. */
	readonly deliverTest?: (channel: OpenChannel, message: Message) => Promise<TestDelivery>;
	/**
	 * What this machine lacks to check monitors that need something, with what to grant; null when it lacks nothing.
	 * Absent in a process whose checks are made by others.
	 */
	readonly lacks?: (need: Need) => Promise<string | null>;
	/**
	 * Why this service never connects to a host that is an address; null for names, and for all other addresses. Absent:
	 * nothing is refused before a check.
	 */
	readonly addressRefusal?: (host: string) => string | null;
	/**
	 * Asks an address whether it wants messages, and returns in one sentence why it is not subscribed, else null. Absent
	 * in a process without a notifier, which makes no such subscribers.
	 */
	readonly challengeWebhook?: (webhook: { readonly url: string; readonly secret: string }) => Promise<string | null>;
	/** Makes tokens of probers. Absent: there is no NATS. */
	readonly issueToken?: IssueToken | NoTokens;
	/** False when there is no mail server for alerts (SMTP_URL). Absent: not known. */
	readonly hasMailServer?: boolean;
	/** Status pages as readers get them. Default: those of this database, with nothing kept on disk. */
	readonly publicPages?: PublicPages;
	/** How long turns of the event loop take, from which readers are refused. Default: those of this process. */
	readonly lag?: Lag;
	/**
	 * Runs one check of a monitor that is not saved. Absent in a process that has no probers.
	 * @param locationId null: where `control` is; where nobody is, the check is missed
	 */
	readonly tryCheck?: (trial: Trial, locationId: number | null) => Promise<TrialOutcome>;
}

interface TestDelivery {
	readonly status: "sent" | "failed";
	/** One sentence for the alert's owner; null when it was sent. */
	readonly errorMessage: string | null;
}

export interface Services extends AppDependencies, Limits {
	readonly proxies: TrustedProxies;
	readonly linkOrigin: string | null;
	readonly oidc: OidcProvider | null;
	readonly oidcAllowedDomains: readonly string[] | null;
	readonly passwords: Passwords | null;
	readonly ownHosts: readonly string[];
	readonly signInLimits: SignInLimits;
	readonly linkRequests: LinkRequests;
	/** Null in a process that serves none. */
	readonly dashboard: Dashboard | null;
	readonly publicPages: PublicPages;
	readonly lag: Lag;
	readonly cursors: Cursors;
	readonly keptPages: KeptPages;
	readonly keyLookups: KeyLookups;
	readonly boards: Boards;
	readonly live: LiveHub;
	/** Encrypts the secrets of alert channels. */
	readonly secretBox: SecretBox;
	/** Requests by key; null when there is no limit. */
	readonly requests: RateLimit | null;
	/** Requests to be sent the mails of status pages, by network of the sender and by page. */
	readonly subscriptionRequests: { readonly senders: RateLimit; readonly pages: RateLimit };
	/** The secrets in mails to subscribers of status pages. */
	readonly linkTokens: LinkTokens;
	/** Of readers of status pages that not everyone may read. */
	readonly readerCookies: ReaderCookies;
	readonly passwordAttempts: PasswordAttempts;
}

export function servicesOf(dependencies: AppDependencies): Services {
	const { secret, rateLimitPerMinute, limits = new RateLimits(null) } = dependencies;
	const linkOrigin = dependencies.linkOrigin ?? null;
	return {
		...dependencies,
		boards: new Boards(dependencies.database),
		live: new LiveHub({
			database: dependencies.database,
			log: dependencies.log,
			now: dependencies.now,
			stopping: dependencies.stopping,
		}),
		linkOrigin,
		oidc: dependencies.oidc ?? null,
		oidcAllowedDomains: dependencies.oidcAllowedDomains ?? null,
		passwords: dependencies.passwords ?? null,
		ownHosts: dependencies.ownHosts ?? [],
		signInLimits: new SignInLimits(limits),
		linkRequests: new LinkRequests({ ...dependencies, limits, linkOrigin }),
		dashboard: dependencies.dashboardFolder ? createDashboard(dependencies.dashboardFolder) : null,
		proxies: new TrustedProxies(dependencies.trustedProxies ?? LOOPBACK),
		publicPages:
			dependencies.publicPages ??
			new PublicPages({ ...dependencies, source: pageSource(dependencies), copies: null, isShared: false }),
		lag: dependencies.lag ?? new EventLoopLag(),
		cursors: new Cursors(derivedKey(secret, "cursor")),
		keptPages: new KeptPages(),
		keyLookups: new KeyLookups(dependencies.database),
		secretBox: secretBox(secret),
		...limitsOf(limits),
		requests: rateLimitPerMinute === null ? null : limits.of("requests", rateLimitPerMinute),
		subscriptionRequests: {
			senders: limits.of("senders", REQUESTS_A_SENDER.most, REQUESTS_A_SENDER.withinMs),
			pages: limits.of("pages", REQUESTS_A_PAGE.most, REQUESTS_A_PAGE.withinMs),
		},
		linkTokens: new LinkTokens(secret),
		readerCookies: new ReaderCookies(secret),
		passwordAttempts: new PasswordAttempts(limits),
	};
}

function limitsOf(limits: RateLimits): Limits {
	return Object.fromEntries(
		Object.entries(LIMITS).map(([name, aMinute]) => [name, limits.of(name, aMinute)]),
	) as Limits;
}
