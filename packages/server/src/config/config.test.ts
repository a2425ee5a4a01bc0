import { expect, test } from "vitest";
import { ConfigError, readConfig, SETTINGS } from "./config.ts";

test("an empty environment gives the defaults", () => {
	expect(readConfig({})).toMatchObject({
		port: 7070,
		host: "127.0.0.1",
		databaseUrl: "sqlite:./data/lapwing.db",
		publicUrl: null,
		trustedProxies: ["127.0.0.0/8", "::1"],
		apiKey: null,
		logLevel: "info",
		allowPrivateTargets: true,
		rateLimitPerMinute: null,
		resolvers: null,
		canaries: null,
		probeConcurrency: null,
		retention: { resultsDays: 35, hoursDays: 400, eventsDays: 400 },
	});
});

test("settings are read, and empty ones count as not set", () => {
	const config = readConfig({
		PORT: "0",
		HOST: "::",
		DATABASE_URL: "postgres://user:password@db.example/lapwing",
		PUBLIC_URL: "https://lapwing.example/",
		TRUSTED_PROXIES: "192.0.2.10, 2001:db8::/64",
		LAPWING_API_KEY: " ",
		PROBE_PRIVATE_TARGETS: "deny",
		RATE_LIMIT_PER_MINUTE: "600",
		PROBE_RESOLVERS: "192.0.2.53, [2001:db8::53]:5353",
		PROBE_CANARIES: "192.0.2.1:443, [2001:db8::1]:53",
		RETENTION_RESULTS_DAYS: "31",
	});
	expect(config).toMatchObject({
		port: 0,
		host: "::",
		publicUrl: "https://lapwing.example",
		trustedProxies: ["192.0.2.10", "2001:db8::/64"],
		apiKey: null,
		allowPrivateTargets: false,
		rateLimitPerMinute: 600,
		resolvers: ["192.0.2.53", "[2001:db8::53]:5353"],
		canaries: [
			{ host: "192.0.2.1", port: 443 },
			{ host: "2001:db8::1", port: 53 },
		],
		retention: { resultsDays: 31 },
	});
});

test.each([
	["PORT", "http"],
	["PORT", "65536"],
	["PORT", "-1"],
	["PORT", "7070.5"],
	["HOST", "http://127.0.0.1"],
	["HOST", "127.0.0.1:7070"],
	["HOST", "*"],
	["HOST", "all addresses"],
	["METRICS_PER_MONITOR", "yes"],
	["MACHINE_NAME", "x".repeat(256)],
	["DATABASE_URL", "mysql://localhost/x"],
	["DATABASE_URL", "sqlite:"],
	["PUBLIC_URL", "lapwing.example"],
	["PUBLIC_URL", "ftp://lapwing.example"],
	["PUBLIC_URL", "https://example.com/lapwing"],
	["PUBLIC_URL", "https://lapwing.example/?team=acme"],
	["TRUSTED_PROXIES", "proxy.example"],
	["TRUSTED_PROXIES", "192.0.2.0/33"],
	["TRUSTED_PROXIES", "10/8"],
	["LAPWING_API_KEY", "short"],
	["LAPWING_API_KEY", "with a space in the middle"],
	["LAPWING_SECRET", "too short"],
	["LOG_LEVEL", "loud"],
	["PROBE_PRIVATE_TARGETS", "maybe"],
	["RATE_LIMIT_PER_MINUTE", "0"],
	["PROBE_RESOLVERS", "ns.example"],
	["PROBE_RESOLVERS", "999.1.1.1"],
	["PROBE_RESOLVERS", "192.0.2.53:99999"],
	["PROBE_RESOLVERS", "2001:db8::53, :5353"],
	["PROBE_RESOLVERS", "[192.0.2.53]"],
	["PROBE_RESOLVERS", ","],
	["OTEL_EXPORTER_OTLP_HEADERS", "authorization: Bearer token"],
	["OTEL_EXPORTER_OTLP_HEADERS", "authorization=100%zz"],
	["PROBE_CANARIES", "one.example:443"],
	["PROBE_CANARIES", "192.0.2.1"],
	["PROBE_CANARIES", "192.0.2.1:0"],
	["PROBE_CANARIES", "2001:db8::1:443"],
	["PROBE_CANARIES", Array.from({ length: 9 }, (_, index) => `192.0.2.${index}:443`).join()],
	["PROBE_THREADS", "0"],
	["RETENTION_RESULTS_DAYS", "30"],
	["SMTP_URL", "mail.example:587"],
])("%s=%s is refused, by name and with what to do", (name, value) => {
	expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must `));
});

test("an OpenID provider needs its issuer, its client id and its secret, all or none", () => {
	const whole = { OIDC_ISSUER: "https://accounts.example.com", OIDC_CLIENT_ID: "lapwing", OIDC_CLIENT_SECRET: "s" };
	expect(readConfig({}).oidc).toBeNull();
	expect(readConfig({ ...whole, OIDC_ALLOWED_DOMAINS: "Example.com, example.org" }).oidc).toEqual({
		issuer: "https://accounts.example.com",
		clientId: "lapwing",
		clientSecret: "s",
		allowedDomains: ["example.com", "example.org"],
	});
	for (const name of Object.keys(whole)) {
		expect(() => readConfig({ ...whole, [name]: "" })).toThrow("must be set together");
	}
	for (const OIDC_ISSUER of ["accounts.example.com", "http://accounts.example.com", "ftp://localhost"]) {
		expect(() => readConfig({ ...whole, OIDC_ISSUER })).toThrow("OIDC_ISSUER must be");
	}
	for (const issuer of ["https://joe:s3cret@accounts.example.com", "http://joe:s3cret@accounts.example.com"]) {
		expect(() => readConfig({ ...whole, OIDC_ISSUER: issuer })).toThrow(/^(?!.*s3cret).*\*{3}@accounts\.example\.com/s);
	}
	expect(readConfig({ ...whole, OIDC_ISSUER: "http://localhost:3000" }).oidc?.allowedDomains).toBeNull();
	expect(() => readConfig({ ...whole, OIDC_ALLOWED_DOMAINS: "@example.com" })).toThrow("OIDC_ALLOWED_DOMAINS must be");
});

test.each([
	["OIDC_ISSUER", "https://lapwing:the-password@accounts.example.com"],
	["OIDC_ISSUER", "https://the-password@accounts.example.com/realms/a"],
	["OIDC_ISSUER", "http://lapwing:the-password@accounts.example.com"],
	["OIDC_ISSUER", "lapwing:the-password@accounts.example.com"],
	["OIDC_ISSUER", `https://lapwing:the-password${"x".repeat(200)}@accounts.example.com`],
	["PUBLIC_URL", "https://lapwing:the-p@ss/word-the-password@lapwing.example/path"],
])("%s=%s is refused without its password in the message", (name, value) => {
	expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\*\\*\\*@`));
	expect(() => readConfig({ [name]: value })).not.toThrow("the-password");
});

test("all problems are reported at once", () => {
	try {
		readConfig({ PORT: "x", LOG_LEVEL: "y" });
		expect.unreachable();
	} catch (error) {
		expect(error).toBeInstanceOf(ConfigError);
		expect((error as ConfigError).problems).toHaveLength(2);
	}
});

test("each setting has a unique name and a description", () => {
	expect(new Set(SETTINGS.map(({ name }) => name)).size).toBe(SETTINGS.length);
	for (const { about } of SETTINGS) expect(about.length).toBeGreaterThan(10);
});

test.each([
	[{ PORT: "http" }, 'PORT must be a whole number from 0 to 65535, not "http".'],
	[{ HOST: "127.0.0.1:7070" }, 'HOST must be an address alone; the port is set by PORT, not "127.0.0.1:7070".'],
	[
		{ DATABASE_URL: "/var/lib/lapwing.db" },
		"DATABASE_URL must begin with sqlite: or postgres://. For this file: sqlite:/var/lib/lapwing.db.",
	],
	[
		{ OIDC_ISSUER: "https://accounts.example.com" },
		"OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together: add OIDC_CLIENT_ID, OIDC_CLIENT_SECRET.",
	],
])("%j is answered with what to set", (environment, message) => {
	expect(() => readConfig(environment)).toThrow(message);
});

test("a message repeats no secret", () => {
	const environment = {
		LAPWING_SECRET: "sekret",
		LAPWING_API_KEY: "sekret",
		SMTP_URL: "sekret",
		DATABASE_URL: "sekret",
		NATS_URL: "http://user:sekret@nats.example",
		OTEL_EXPORTER_OTLP_ENDPOINT: "http://user:sekret@collector.example",
		OTEL_EXPORTER_OTLP_HEADERS: "authorization: Bearer sekret",
	};
	let problems: readonly string[] = [];
	try {
		readConfig(environment);
	} catch (error) {
		problems = (error as ConfigError).problems;
	}
	expect(problems).toHaveLength(Object.keys(environment).length);
	expect(problems.join()).not.toContain("sekret");
});
