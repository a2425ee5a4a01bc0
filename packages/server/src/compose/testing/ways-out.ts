/** Every way on which an address that somebody gave leads to a connection, through the parts that the service makes. */

import { isIP } from "node:net";
import pino from "pino";
import type { ChannelSettings } from "../../domain/alerts/channels.ts";
import { aMessage, aNotice } from "../../domain/alerts/testing/messages.ts";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { asResolver } from "../../domain/monitors/dns/dns.ts";
import { hostProblem } from "../../domain/monitors/host.ts";
import { targetUrlProblem } from "../../domain/monitors/http/target-url.ts";
import { normalized, type TypeSettings } from "../../domain/monitors/types.ts";
import { createOidcProvider } from "../../identity/openid-connect.ts";
import type { Connect } from "../../net/connect.ts";
import { type Dialer, PolicedDialer } from "../../net/dial.ts";
import type { Trick } from "../../net/testing/ssrf-corpus.ts";
import { createNotifier } from "../../notify/notifier.ts";
import { smtpServer, tryMailServer } from "../../notify/smtp.ts";
import { Canaries } from "../../probe/canaries.ts";
import { type Prober, SocketProber } from "../../probe/check.ts";
import { FRONT_NAME, type Front } from "./front.ts";

export interface WayOut {
	readonly name: string;
	/** Private addresses of an operator are never denied: the mail server and the OpenID provider may be at home. */
	readonly givenBy: "user" | "operator";
	/** False: where an answer points to is not gone to. Default: true. */
	readonly follows?: false;
	/** False: spellings of addresses are not read as a URL's parser reads them. Default: true. */
	readonly normalizes?: false;
	/** The trick as it is given on this way; null when it is not for this way, or is refused when it is saved. */
	textOf(trick: Trick): string | null;
	go(text: string): Promise<unknown>;
}

export const GROUPS = ["checks", "redirects", "channels", "addresses of the operator"] as const;

interface Exits extends AsyncDisposable {
	readonly ways: Readonly<Record<(typeof GROUPS)[number], readonly WayOut[]>>;
}

interface ExitOptions {
	/** As PROBE_PRIVATE_TARGETS sets it. */
	readonly allowPrivateTargets: boolean;
	/** "ip:port". */
	readonly nameServer: string;
	readonly front: Front;
	readonly connect: Connect;
}

/** Time enough on a busy machine; nothing here waits for it. */
const TIMEOUT_MS = 20_000;
const NO_HOSTS = "/dev/null";
const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;

export function openExits({ allowPrivateTargets, nameServer, front, connect }: ExitOptions): Exits {
	const names = { resolvers: [nameServer], hostsFile: NO_HOSTS, connect };
	const ofUsers = new PolicedDialer({ allowPrivateTargets, ...names });
	const ofOperator = new PolicedDialer({ allowPrivateTargets: true, ...names });
	const prober = new SocketProber({ allowPrivateTargets, ...names, userAgent: "Lapwing/test" });
	const closing = new AsyncDisposableStack();
	closing.defer(() => ofUsers.close());
	closing.defer(() => ofOperator.close());
	closing.defer(() => prober.close());
	return {
		ways: {
			checks: [...checks(prober), dialed(ofUsers)],
			redirects: redirects(prober, front),
			channels: channels(ofUsers, front),
			"addresses of the operator": operatorWays(ofOperator, front, connect),
		},
		[Symbol.asyncDispose]: () => closing.disposeAsync(),
	};
}

function checks(prober: Prober): WayOut[] {
	const way = (name: string, textOf: WayOut["textOf"], settingsFor: (text: string) => TypeSettings): WayOut => ({
		name,
		givenBy: "user",
		textOf,
		go: (text) => run(prober, settingsFor(text)),
	});
	const flow = (...urls: readonly string[]): TypeSettings => ({
		type: "flow",
		variables: [],
		steps: urls.map((url, at) => ({
			...{ name: `step ${at}`, method: "GET", url, headers: [], body: null, auth: null },
			...{ expect: ["2xx"], contentChecks: [], save: [] },
		})),
	});
	const tcp = { type: "tcp", port: 25, tls: "none", protocol: null, send: null, expect: null } as const;
	return [
		way("http", monitorUrl("http"), (url) => ({ type: "http", url, method: "GET", expectedStatus: 200 })),
		way("https", monitorUrl("https"), (url) => ({ type: "http", url, method: "HEAD", expectedStatus: 200 })),
		way("websocket", monitorUrl("ws"), (url) => ({ type: "websocket", url, send: null, expect: null })),
		way("the first step of a flow", monitorUrl("http"), (url) => flow(url)),
		way("a later step of a flow", monitorUrl("http"), (url) => flow(`http://${FRONT_NAME}/ok`, url)),
		way("tcp", monitorHost, (host) => ({ ...tcp, host })),
		way("tcp with TLS", monitorHost, (host) => ({ ...tcp, host, tls: "tls" })),
		way("tcp with STARTTLS", monitorHost, (host) => ({ ...tcp, host, tls: "starttls", protocol: "smtp" })),
		way("the resolver of a dns check", resolverOf, (resolver) => ({
			...{ type: "dns", domain: "example.com", recordType: "A", resolver, expected: null, mode: "equals" },
		})),
	];
}

/** Ping is a program, which no socket of this process shows. */
export function pingWay(prober: Prober): WayOut {
	return {
		name: "ping",
		givenBy: "user",
		textOf: monitorHost,
		go: (host) => run(prober, { type: "ping", host, packets: 1 }),
	};
}

/** What every check and every channel ends in, with a host that nothing has read before. */
function dialed(dialer: Dialer): WayOut {
	return {
		name: "a dialed host, as it is written",
		givenBy: "user",
		normalizes: false,
		textOf: (trick) => (isAscii(trick.text) && !isZone(trick) ? hostOf(trick) : asConnected(trick)),
		go: async (host) => {
			const connected = await dialer.dial({ host, port: 80, timeoutMs: TIMEOUT_MS });
			if (connected.kind === "connected") connected.socket.destroy();
		},
	};
}

/** A redirect can hold any text: nobody validates it before it is followed. */
function redirects(prober: Prober, front: Front): WayOut[] {
	const url = `http://${FRONT_NAME}/start`;
	return REDIRECT_STATUSES.map((status) => ({
		name: `a redirect with ${status}`,
		givenBy: "user",
		textOf: (trick) => {
			if (trick.kind === "location") return trick.text;
			// How a host is read has nothing to do with the status, so all of them are tried with one.
			return trick.kind !== "host" || status === 302 ? urlOf(trick) : null;
		},
		go: (location) => {
			front.redirect = { status, location };
			return run(prober, { type: "http", url, method: "POST", expectedStatus: 200 });
		},
	}));
}

function channels(dialer: Dialer, front: Front): WayOut[] {
	const notifier = createNotifier({
		dialer,
		userAgent: "Lapwing/test",
		publicUrl: null,
		smtp: null,
		now: () => 0,
		onFault: (error) => {
			throw error;
		},
	});
	const message = aMessage(aNotice());
	const { signal } = new AbortController();
	const settingsFor: Readonly<Record<string, (url: string) => ChannelSettings>> = {
		webhook: (url) => ({ type: "webhook", url, secret: `whsec_${btoa("0".repeat(32))}` }),
		slack: (url) => ({ type: "slack", url }),
		discord: (url) => ({ type: "discord", url }),
		microsoft_teams: (url) => ({ type: "microsoft_teams", url }),
		ntfy: (serverUrl) => ({ type: "ntfy", serverUrl, topic: "lapwing", accessToken: null, acknowledgeLink: "off" }),
		gotify: (serverUrl) => ({ type: "gotify", serverUrl, appToken: "t" }),
		matrix: (serverUrl) => ({ type: "matrix", serverUrl, roomId: "!r:example.com", accessToken: "t" }),
		mattermost: (url) => ({ type: "mattermost", url }),
		rocketchat: (url) => ({ type: "rocketchat", url }),
		google_chat: (url) => ({ type: "google_chat", url }),
		zulip: (serverUrl) => {
			const bot = { botEmail: "bot@example.com", apiKey: "k", channel: "ops", topic: "Lapwing" };
			return { type: "zulip", serverUrl, ...bot };
		},
		signal: (serverUrl) => {
			return { type: "signal", serverUrl, number: "+491", recipients: ["+492"], authorization: null };
		},
		home_assistant: (serverUrl) => {
			return { type: "home_assistant", serverUrl, accessToken: "t", service: "notify.notify", entityId: null };
		},
		alertmanager: (serverUrl) => ({ type: "alertmanager", serverUrl, authorization: null }),
		apprise: (serverUrl) => ({ type: "apprise", serverUrl, key: "ops", tag: null, authorization: null }),
		http: (url) => ({ type: "http", method: "GET", url, headers: null, body: null }),
	};
	const deliver = (settings: ChannelSettings) => notifier.deliver({ settings, previous: null }, message, signal);
	return [
		...Object.entries(settingsFor).map(
			([name, settings]): WayOut => ({
				name,
				givenBy: "user",
				textOf: monitorUrl("http"),
				go: (url) => deliver(settings(url)),
			}),
		),
		{
			name: "a redirect that a receiver answers",
			givenBy: "user",
			follows: false,
			textOf: (trick) => (trick.kind === "location" || trick.kind === "url" ? trick.text : null),
			go: (location) => {
				front.redirect = { status: 307, location };
				return deliver({ type: "slack", url: `http://${FRONT_NAME}/start` });
			},
		},
	];
}

function operatorWays(dialer: Dialer, front: Front, connect: Connect): WayOut[] {
	const provider = (issuer: string) =>
		createOidcProvider(
			{ issuer, clientId: "lapwing", clientSecret: "secret" },
			{ dialer, log: pino({ level: "silent" }), now: () => 0 },
		);
	const canaries = async (host: string) => {
		using watched = new DisposableStack();
		const canary = watched.adopt(new Canaries([{ host, port: 443 }], { connect }), (each) => each.close());
		await canary.answer(new AbortController().signal);
	};
	const ways: Omit<WayOut, "givenBy">[] = [
		{
			name: "the mail server",
			normalizes: false,
			textOf: (trick) => smtpUrl(trick, "smtp"),
			go: (url) => tryMailServer(dialer, smtpServer(url, "lapwing@example.com")),
		},
		{
			name: "the mail server with TLS",
			normalizes: false,
			textOf: (trick) => smtpUrl(trick, "smtps"),
			go: (url) => tryMailServer(dialer, smtpServer(url, "lapwing@example.com")),
		},
		{
			name: "the OpenID issuer",
			textOf: monitorUrl("http"),
			go: (issuer) => provider(issuer).begin("http://lapwing.test/callback"),
		},
		{
			name: "an endpoint in the metadata of the OpenID provider",
			textOf: (trick) => (trick.kind === "location" ? null : urlOf(trick)),
			go: (endpoint) => {
				front.tokenEndpoint = endpoint;
				const callback = new URL("http://lapwing.test/callback?code=c&state=s");
				return provider(`http://${FRONT_NAME}`).finish(callback, { state: "s", nonce: "n", verifier: "v".repeat(43) });
			},
		},
		{
			name: "a canary",
			textOf: asConnected,
			go: canaries,
		},
	];
	return ways.map((way): WayOut => ({ ...way, givenBy: "operator" }));
}

function run(prober: Prober, settings: TypeSettings) {
	const order: CheckOrder = {
		...{ monitorId: 1, teamId: 1, scheduledAt: 0, revision: 1, settings: normalized(settings) },
		...{ degradedAfterMs: 30_000, contentChecks: [], timeoutMs: TIMEOUT_MS, wasSlow: false, locationId: null },
		// Too soon for a second attempt.
		nextDueAt: 0,
	};
	return prober.run(order, new AbortController().signal);
}

/** As the API accepts it for a monitor or a channel. */
function monitorUrl(scheme: "http" | "https" | "ws"): WayOut["textOf"] {
	return (trick) => {
		const url = urlOf(trick)?.replace(/^http:/, `${scheme}:`) ?? null;
		return url === null || targetUrlProblem(url, scheme === "ws" ? "ws" : "http") !== null ? null : url;
	};
}

const monitorHost: WayOut["textOf"] = (trick) => {
	const host = hostOf(trick);
	return host === null || hostProblem(host) !== null ? null : host;
};

const resolverOf: WayOut["textOf"] = ({ kind, text }) => (kind === "host" && asResolver(text) !== null ? text : null);

/** An address as it is given to connect(2), without a parser of URLs in between. */
const asConnected: WayOut["textOf"] = ({ kind, text, expected }) =>
	kind === "zone" || (kind === "host" && expected !== "invalid" && isIP(text) !== 0) ? text : null;

/** What a URL or a field for a host takes for a host. */
function hostOf({ kind, text }: Trick): string | null {
	return kind === "host" || kind === "name" || kind === "alias" ? text : null;
}

function urlOf(trick: Trick): string | null {
	if (trick.kind === "url") return trick.text;
	const host = hostOf(trick);
	return host === null ? null : `http://${bracketed(host)}/`;
}

/** An address with a zone, which is no host of a URL. */
function isZone({ kind, text }: Trick): boolean {
	return kind === "zone" || (text.includes("%") && isIP(text) !== 0);
}

function isAscii(text: string): boolean {
	return /^[!-~]*$/.test(text);
}

function bracketed(host: string | null): string {
	return host?.includes(":") && !host.startsWith("[") ? `[${host}]` : (host ?? "");
}

/** A parser of URLs reads no numbers and no punycode where the scheme is not one of the web's. */
function smtpUrl(trick: Trick, scheme: "smtp" | "smtps"): string | null {
	const url = `${scheme}://${bracketed(hostOf(trick))}`;
	return isAscii(trick.text) && hostOf(trick) !== null && URL.canParse(url) ? url : null;
}
