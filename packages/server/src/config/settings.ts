/** The table of settings: name, purpose, default, and how the text of each becomes a value. */

import { availableParallelism, hostname } from "node:os";
import ipaddr from "ipaddr.js";
import { DEFAULT_RETENTION, MIN_RESULTS_DAYS } from "../domain/figures/retention.ts";
import { integer, optionalText, type Setting, trueOrFalse } from "./setting.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
const LOG_FORMATS = ["json", "text"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
/** Any token that can stand in an Authorization header; ours have 46 characters. */
const API_KEY = /^[\x21-\x7e]{20,256}$/;
const SECRET_LENGTH = 32;
/** Connections of one trial. Two or three, in networks that do not fail together, are enough. */
const MAX_CANARIES = 8;
/** RFC 1035 §2.3.4. */
const MAX_MACHINE_NAME = 255;

/** In the order in which help texts show them. */
export const settings = {
	port: integer("PORT", "port of the API; 0 chooses a free one", 7070, 0, 65_535),
	host: {
		name: "HOST",
		about: "address to listen on; 0.0.0.0 or :: for all addresses",
		shownDefault: "127.0.0.1",
		missing: "127.0.0.1",
		parse(text) {
			if (/^[a-z]+:\/\//i.test(text)) throw new Error("must be an address alone, without http://");
			if (text === "*") throw new Error("must be an address; 0.0.0.0 or :: stands for all addresses");
			const bare = withoutBrackets(text);
			if (ipaddr.IPv6.isValid(bare)) return bare;
			if (text.includes(":")) throw new Error("must be an address alone; the port is set by PORT");
			if (!/^[a-z0-9._-]+$/i.test(text)) throw new Error("must be an address or a host name of this machine");
			return text;
		},
	} satisfies Setting<string>,
	databaseUrl: {
		name: "DATABASE_URL",
		about: "sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE",
		shownDefault: "sqlite:./data/lapwing.db",
		missing: "sqlite:./data/lapwing.db",
		parse(text) {
			if (/^sqlite:./.test(text)) return text;
			if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
			throw new Error(
				/^[./~]|\.(?:db|sqlite3?)$/.test(text)
					? `must begin with sqlite: or postgres://. For this file: sqlite:${text}`
					: "must begin with sqlite: or postgres://: sqlite:./data/lapwing.db or postgres://USER:PASSWORD@HOST/DATABASE",
			);
		},
	} satisfies Setting<string>,
	databasePoolSize: integer(
		"DATABASE_POOL_SIZE",
		"connections of this process to PostgreSQL, at most; one more is for its heartbeat",
		10,
		3,
		1_000,
	),
	/** An origin; null: that of each request. */
	publicUrl: {
		name: "PUBLIC_URL",
		about: "origin at which users reach this service, for links: https://lapwing.example",
		shownDefault: "the request's own",
		missing: null,
		parse(text) {
			const url = URL.parse(text);
			if (!url || !/^https?:$/.test(url.protocol))
				throw new Error("must be an http or https URL such as https://lapwing.example");
			// Links would lead elsewhere: the API's paths begin at the root.
			if (url.href !== `${url.origin}/`) throw new Error("must be scheme, host and port alone, without a path");
			return url.origin;
		},
	} satisfies Setting<string | null>,
	/** The first key of an empty database; null: a random one. */
	apiKey: {
		name: "LAPWING_API_KEY",
		about: "first API key of an empty database: 20 to 256 characters without spaces",
		shownDefault: "a random one, printed once",
		missing: null,
		parse(text) {
			if (!API_KEY.test(text))
				throw new Error("must have 20 to 256 ASCII characters and no spaces; without the setting, a key is made");
			return text;
		},
	} satisfies Setting<string | null>,
	/** Encrypts secrets and signs cursors; null: read from a file beside the data. */
	secret: {
		name: "LAPWING_SECRET",
		about: `encrypts stored secrets and signs cursors; at least ${SECRET_LENGTH} characters, the same on every node`,
		shownDefault: "created at the first start, in data/secret",
		missing: null,
		parse(text) {
			if (text.length < SECRET_LENGTH)
				throw new Error(`must have at least ${SECRET_LENGTH} characters: \`openssl rand -base64 32\` prints some`);
			return text;
		},
	} satisfies Setting<string | null>,
	logLevel: {
		name: "LOG_LEVEL",
		about: `one of ${LOG_LEVELS.join(", ")}`,
		shownDefault: "info",
		missing: "info",
		parse(text) {
			if (!LOG_LEVELS.includes(text)) throw new Error(`must be one of ${LOG_LEVELS.join(", ")}`);
			return text;
		},
	} satisfies Setting<string>,
	logFormat: {
		name: "LOG_FORMAT",
		about: `how the log is written: ${LOG_FORMATS.join(" or ")}`,
		shownDefault: "text on a terminal, json elsewhere",
		missing: null,
		parse(text) {
			const format = LOG_FORMATS.find((each) => each === text);
			if (format === undefined) throw new Error(`must be ${LOG_FORMATS.join(" or ")}`);
			return format;
		},
	} satisfies Setting<LogFormat | null>,
	machineName: {
		name: "MACHINE_NAME",
		about: "name of this machine in results and notices: from where a target was checked",
		shownDefault: "the host name",
		missing: hostname(),
		parse(text) {
			if (text.length > MAX_MACHINE_NAME) throw new Error(`must have at most ${MAX_MACHINE_NAME} characters`);
			return text;
		},
	} satisfies Setting<string>,
	metricsPerMonitor: trueOrFalse(
		"METRICS_PER_MONITOR",
		"whether /metrics, which needs no key, shows each monitor with its name, status and times",
		false,
	),
	/** Without a slash at its end; null: nothing is sent. */
	otlpEndpoint: {
		name: "OTEL_EXPORTER_OTLP_ENDPOINT",
		about: "OpenTelemetry collector (OTLP over HTTP) that is sent metrics and traces of checks: http://host:4318",
		shownDefault: "none",
		missing: null,
		parse(text) {
			const url = URL.parse(text);
			if (!url || !/^https?:$/.test(url.protocol)) throw new Error("must be an http or https URL: http://host:4318");
			if (url.username || url.password) {
				throw new Error("must have no user and password: give them in OTEL_EXPORTER_OTLP_HEADERS");
			}
			return url.href.replace(/\/+$/, "");
		},
	} satisfies Setting<string | null>,
	/** By name, in lower case. */
	otlpHeaders: {
		name: "OTEL_EXPORTER_OTLP_HEADERS",
		about: "headers of what the collector is sent, comma-separated: authorization=Bearer%20token",
		shownDefault: "none",
		missing: {},
		parse(text) {
			const pairs = text.split(",").map((pair) => /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([^\r\n]*)$/.exec(pair));
			if (pairs.some((pair) => pair === null)) throw new Error("must be name=value, comma-separated");
			try {
				return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.toLowerCase(), decodeURIComponent(pair?.[2] ?? "")]));
			} catch {
				throw new Error("must have its values percent-encoded: %20 for a space, %25 for %");
			}
		},
	} satisfies Setting<Readonly<Record<string, string>>>,
	allowPrivateTargets: {
		name: "PROBE_PRIVATE_TARGETS",
		about: "whether probes and notices may connect to private, loopback and shared addresses: allow or deny",
		shownDefault: "allow",
		missing: true,
		parse(text) {
			if (text !== "allow" && text !== "deny") throw new Error("must be allow or deny");
			return text === "allow";
		},
	} satisfies Setting<boolean>,
	/** null: no limit. */
	rateLimitPerMinute: {
		...integer("RATE_LIMIT_PER_MINUTE", "requests per minute for each API key", 0, 1, 1_000_000),
		shownDefault: "no limit",
		missing: null,
	} as Setting<number | null>,
	/** Each `ip` or `ip:port`; null: the resolvers of the system. */
	resolvers: {
		name: "PROBE_RESOLVERS",
		about: "name servers for probes, comma-separated: 192.0.2.53,[2001:db8::53]:5353",
		shownDefault: "the system's",
		missing: null,
		parse(text) {
			const servers = listed(text);
			const isServer = (server: string) => isAddress(withoutBrackets(server)) || addressAndPort(server) !== null;
			if (servers.length === 0 || !servers.every(isServer))
				throw new Error("must be IP addresses such as 192.0.2.53, comma-separated, each with an optional port");
			return servers;
		},
	} satisfies Setting<readonly string[] | null>,
	/** Each an IP address and a port; null: none. */
	canaries: {
		name: "PROBE_CANARIES",
		about:
			"addresses that nearly always accept a TCP connection, comma-separated: 192.0.2.1:443,[2001:db8::1]:53; " +
			"while they and most targets fail, checks are missed",
		shownDefault: "none",
		missing: null,
		parse(text) {
			const canaries = listed(text).map(addressAndPort);
			if (canaries.length === 0 || canaries.length > MAX_CANARIES || canaries.includes(null))
				throw new Error(`must be 1 to ${MAX_CANARIES} IP addresses with ports such as 192.0.2.1:443, comma-separated`);
			return canaries.filter((canary) => canary !== null);
		},
	} satisfies Setting<readonly { readonly host: string; readonly port: number }[] | null>,
	probeThreads: {
		...integer("PROBE_THREADS", "threads that run probes", 1, 1, 64),
		shownDefault: "one fewer than the cores, at least 1",
		missing: Math.max(1, availableParallelism() - 1),
	},
	/** null: as many as the machine allows. */
	probeConcurrency: {
		...integer("PROBE_CONCURRENCY", "checks that run at the same time, at most", 0, 1, 100_000),
		shownDefault: "what memory and file descriptors allow",
		missing: null,
	} as Setting<number | null>,
	natsUrl: {
		...optionalText("NATS_URL", "NATS server that carries checks to other locations: nats://127.0.0.1:4222"),
		parse: natsServer,
	},
	natsCredentials: optionalText("NATS_CREDENTIALS", "path of the keys to it, as `lapwing nats init` prints it"),
	proberUrl: {
		...optionalText("PROBER_URL", "where probers connect to NATS: wss://lapwing.example/nats"),
		shownDefault: "PUBLIC_URL with /nats, else NATS_URL",
		parse: natsServer,
	},
	smtpUrl: {
		name: "SMTP_URL",
		about: "server for email notices: smtp://USER:PASSWORD@HOST:587 or smtps://…:465",
		shownDefault: "no email",
		missing: null,
		parse(text) {
			const url = URL.parse(text);
			if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "")
				throw new Error("must be an smtp:// or smtps:// URL: smtp://USER:PASSWORD@HOST:587");
			return text;
		},
	} satisfies Setting<string | null>,
	smtpFrom: {
		name: "SMTP_FROM",
		about: "sender of email notices",
		shownDefault: "Lapwing <lapwing@localhost>",
		missing: "Lapwing <lapwing@localhost>",
		parse: (text) => text,
	} satisfies Setting<string>,
	subscriberMailsPerSecond: {
		...integer("SUBSCRIBER_MAILS_PER_SECOND", "mails to subscribers of status pages, at most", 0, 1, 10_000),
		shownDefault: "as many as the server takes",
		missing: null,
	} as Setting<number | null>,
	/** A folder; null: nothing is exported. */
	statusExportDir: {
		...optionalText("STATUS_EXPORT_DIR", "folder to which public status pages are exported as files"),
		shownDefault: "no export",
	},
	statusExportMinutes: integer(
		"STATUS_EXPORT_MINUTES",
		"minutes between two exports; a page that is edited or closed is exported or deleted within seconds",
		1,
		1,
		1_440,
	),
	/** Addresses and ranges. */
	trustedProxies: {
		name: "TRUSTED_PROXIES",
		about: "reverse proxies whose X-Forwarded-For and X-Forwarded-Proto count: addresses or ranges, comma-separated",
		shownDefault: "127.0.0.0/8,::1",
		missing: ["127.0.0.0/8", "::1"],
		parse(text) {
			const ranges = listed(text);
			if (!ranges.every(isAddressOrRange))
				throw new Error("must be IP addresses or ranges (10.0.0.0/8), comma-separated");
			return ranges;
		},
	} satisfies Setting<readonly string[]>,
	passwords: {
		name: "PASSWORDS",
		about: "whether people may sign in with a password, where passkeys can't work or they prefer it: on or off",
		shownDefault: "on",
		missing: true,
		parse(text) {
			if (text !== "on" && text !== "off") throw new Error("must be on or off");
			return text === "on";
		},
	} satisfies Setting<boolean>,
	oidcIssuer: {
		name: "OIDC_ISSUER",
		about: "OpenID provider that people sign in through: https://accounts.example.com",
		shownDefault: "none",
		missing: null,
		parse(text) {
			const url = URL.parse(text);
			const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? "");
			if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLocal)))
				throw new Error("must be an https:// URL (http:// only on this machine)");
			if (url.username !== "" || url.password !== "")
				throw new Error("must be a URL without a user name and a password; OIDC_CLIENT_SECRET is for the secret");
			return text;
		},
	} satisfies Setting<string | null>,
	oidcClientId: optionalText("OIDC_CLIENT_ID", "this service's client id at the OpenID provider"),
	oidcClientSecret: optionalText("OIDC_CLIENT_SECRET", "its client secret"),
	/** In lower case; null: every domain. */
	oidcAllowedDomains: {
		name: "OIDC_ALLOWED_DOMAINS",
		about: "email domains whose people may join by signing in through the provider, comma-separated",
		shownDefault: "every domain that the provider verified",
		missing: null,
		parse(text) {
			const domains = listed(text.toLowerCase());
			if (!domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)))
				throw new Error("must be domains, comma-separated: example.com,example.org");
			return domains;
		},
	} satisfies Setting<readonly string[] | null>,
	retentionResultsDays: integer(
		"RETENTION_RESULTS_DAYS",
		"days for which each check result is kept; statistics need a month of them",
		DEFAULT_RETENTION.resultsDays,
		MIN_RESULTS_DAYS,
		3_650,
	),
	retentionHoursDays: integer(
		"RETENTION_HOURS_DAYS",
		"days for which hourly figures are kept",
		DEFAULT_RETENTION.hoursDays,
		31,
		3_650,
	),
	retentionEventsDays: integer(
		"RETENTION_EVENTS_DAYS",
		"days for which alert events and changes of status are kept",
		DEFAULT_RETENTION.eventsDays,
		1,
		3_650,
	),
} as const;

/** ipaddr.js also accepts `10` and `0x7f.1` as addresses; here they are refused. */
function isAddress(text: string): boolean {
	return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function isAddressOrRange(text: string): boolean {
	const [address = "", ...prefix] = text.split("/");
	return isAddress(address) && (prefix.length === 0 || ipaddr.isValidCIDR(text));
}

/** `[::1]` → `::1` */
function withoutBrackets(text: string): string {
	return text.replace(/^\[(.*:.*)\]$/, "$1");
}

function addressAndPort(text: string): { host: string; port: number } | null {
	const [, v6, v4, digits] = /^(?:\[([0-9a-f:.]+)\]|([\d.]+)):(\d{1,5})$/i.exec(text) ?? [];
	const host = v6 ?? v4 ?? "";
	const port = Number(digits);
	return isAddress(host) && port >= 1 && port <= 65_535 ? { host, port } : null;
}

function listed(text: string): string[] {
	return text
		.split(",")
		.map((part) => part.trim())
		.filter((part) => part !== "");
}

function natsServer(text: string): string {
	if (!/^(nats|tls|wss?):\/\//.test(text) || !URL.canParse(text))
		throw new Error("must be a nats://, tls://, ws:// or wss:// URL");
	return text;
}
