/** The API role: the API, its documentation, health and metrics. It runs without an engine. */

import { DASHBOARD } from "../../dashboard-files.ts";
import type { Attempts } from "../../dispatch/interface.ts";
import { deliverTest } from "../../engine/notices/deliver-notices.ts";
import { TrustedProxies } from "../../http/access/client.ts";
import { RateLimits } from "../../http/access/rate-limit.ts";
import { SharedCounts } from "../../http/access/shared-counts.ts";
import { createApp, OPERATION_ROUTES, ROUTES } from "../../http/app.ts";
import { ReportReceiver } from "../../http/job-reports/receiver.ts";
import type { Health } from "../../http/public/health.ts";
import { answersAtOnce } from "../../http/public/status/serve/at-once.ts";
import { EventLoopLag } from "../../http/public/status/serve/event-loop-lag.ts";
import { type HttpServer, startHttpServer } from "../../http/server/http-server.ts";
import { argon2Passwords, READERS_AT_ONCE } from "../../identity/argon2-passwords.ts";
import { neverAllowed } from "../../net/addresses.ts";
import { PolicedDialer } from "../../net/dial.ts";
import type { Delivery } from "../../notify/interface.ts";
import { CannotListen, listenProblem } from "../machine/listen-problem.ts";
import { whatMachineLacks } from "../machine/machine-needs.ts";
import { tokenIssuer } from "../nats.ts";
import { linkOrigin, ownHosts, welcomeOrigin } from "../origins.ts";
import { type Parts, USER_AGENT } from "../parts.ts";
import { startPublicPages } from "../status-pages/public-pages.ts";
import { ThreadedTrialChecks } from "../trial-checks.ts";
import { whoMayJoin } from "../who-may-join.ts";

export interface ApiRole {
	readonly port: number;
	/** Takes no more requests and lets those under way end. */
	stop(): Promise<void>;
}

interface ApiOptions {
	/** `operations`: health and metrics alone, for a process without the API. */
	readonly serves: "everything" | "operations";
	/** Whether monitors are checked in this process, too. */
	readonly checksHere: boolean;
	/** The server that has stood until now; null: there is none. */
	readonly standing: HttpServer | null;
	/** What makes checks in other locations; null: nothing of this process does. */
	elsewhere(): Attempts | null;
	health(): Promise<Health>;
}

export async function startApi(
	parts: Parts,
	{ serves, checksHere, standing, elsewhere, health }: ApiOptions,
	opened: AsyncDisposableStack,
): Promise<ApiRole> {
	const { config, log, metrics, database, notifier, secret, stopping, holder, now } = parts;
	// The operator sets the OpenID provider, so it may have a private address.
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: config.resolvers });
	opened.defer(() => dialer.close());
	const hasMailServer = config.smtpUrl !== null;
	const prober = {
		allowPrivateTargets: config.allowPrivateTargets,
		resolvers: config.resolvers,
		userAgent: USER_AGENT,
	};
	const trials = opened.adopt(new ThreadedTrialChecks({ prober, log, now, elsewhere }), (each) => each.close());
	const shared = holder.id === null ? null : new SharedCounts({ database: database.requests, log, now });
	const limits = new RateLimits(shared);
	const jobReports = new ReportReceiver({ database: database.requests, metrics, log, limits, now });
	if (serves === "everything") {
		// Before the first report: an outage that ends now is known from then on.
		await jobReports.beat();
		const beats = jobReports.beatUntil(stopping);
		opened.defer(() => beats);
	}
	if (serves === "everything" && config.oidc !== null && config.oidc.allowedDomains === null) {
		log.warn(whoMayJoin(config.oidc));
	}
	const lag = new EventLoopLag();
	const publicPages = serves === "everything" ? await startPublicPages(parts, opened) : null;
	const hashing = argon2Passwords();
	// Loaded where there is a provider alone: its library is large.
	const oidc =
		config.oidc &&
		(await import("../../identity/openid-connect.ts")).createOidcProvider(config.oidc, { dialer, log, now });
	const app = createApp(
		{
			database: database.requests,
			...(publicPages !== null && { publicPages }),
			lag,
			log,
			metrics,
			metricsPerMonitor: config.metricsPerMonitor,
			now,
			secret,
			publicUrl: config.publicUrl,
			rateLimitPerMinute: config.rateLimitPerMinute,
			limits,
			stopping,
			health,
			trustedProxies: config.trustedProxies,
			linkOrigin: linkOrigin(config) === null ? null : welcomeOrigin(config, config.port),
			...(hasMailServer && { sendMail: async (mail) => problemOf(await notifier.mail(mail, stopping)) }),
			passwords: config.passwords ? hashing : null,
			pagePasswords: { ...hashing, matches: argon2Passwords(READERS_AT_ONCE).matches },
			ownHosts: ownHosts(config),
			oidc,
			oidcAllowedDomains: config.oidc?.allowedDomains ?? null,
			dashboardFolder: serves === "everything" ? DASHBOARD : null,
			...(checksHere && { lacks: whatMachineLacks(log) }),
			jobReports,
			addressRefusal: neverAllowed,
			hasMailServer,
			issueToken: tokenIssuer(config),
			challengeWebhook: (webhook) => notifier.subscribers.challenge(webhook, stopping),
			tryCheck: (trial, locationId) => trials.run(trial, locationId),
			deliverTest: (channel, message) => deliverTest({ notifier, signal: stopping }, channel, message),
		},
		serves === "everything" ? ROUTES : OPERATION_ROUTES,
	);
	const proxies = new TrustedProxies(config.trustedProxies);
	const { publicUrl, host, port } = config;
	const readers = publicPages && answersAtOnce({ pages: publicPages, lag, metrics, proxies, publicUrl });
	standing?.serve(app, readers);
	const server = standing ?? (await listen());

	async function listen(): Promise<HttpServer> {
		const listening = await startHttpServer(app, { host, port, log, proxies, readers }).catch((cause) => {
			const problem = listenProblem(cause, config);
			throw problem === null ? cause : new CannotListen(problem);
		});
		return opened.adopt(listening, (each) => each.close());
	}

	// Trials are ended too, because each is a request that the server waits for.
	return { port: server.port, stop: async () => void (await Promise.all([server.close(), trials.close()])) };
}

/** Null when the mail was sent. */
function problemOf(delivery: Delivery): string | null {
	return delivery.kind === "sent" ? null : delivery.kind === "aborted" ? "The service is stopping." : delivery.message;
}
