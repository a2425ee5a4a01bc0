import { expect, test } from "vitest";
import { threadCpuMs } from "../../testing/thread-cpu.ts";
import { isSecretAddress, mayHoldSecret, openSecretPlaces, withoutSecretAddresses } from "./open-secrets.ts";

const RANDOM = "a1B2c3D4e5F6g7H8i9J0";

test.each([
	["https://example.com/health?page=1&api_key=s3cr3t", "https://example.com/health"],
	["https://example.com/?sig=0123456789abcdef", "https://example.com/"],
	["https://example.com/?key=0123456789", "https://example.com/"],
	["https://example.com/?siteKey=0123456789", "https://example.com/"],
	["https://example.com/integrations/uptime-k7m3q-v2-guide", "https://example.com/"],
	["example.com:8080/metrics?token=s3cr3t", "example.com:8080/metrics"],
	["https://monitor:hunter2@example.com/health", "https://example.com/health"],
	["postgres://app:hunter2@db.example.com/shop", "postgres://db.example.com/shop"],
	["https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXX", "https://hooks.slack.com/"],
	[`https://discord.com/api/webhooks/123456789012345678/${RANDOM}`, "https://discord.com/"],
	[`https://acme.webhook.office.com/webhookb2/${RANDOM}`, "https://acme.webhook.office.com/"],
	["https://prod.westeurope.logic.azure.com/workflows/a/triggers/b?sig=x", "https://prod.westeurope.logic.azure.com/"],
	[
		"https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t",
		"https://chat.googleapis.com/v1/spaces/A/messages",
	],
	["https://api.telegram.org/bot123456:ABC-DEF/getMe", "https://api.telegram.org/"],
	[`https://chat.example.com/hooks/${RANDOM}`, "https://chat.example.com/"],
	[`https://hc-ping.com/31365bce-8da9-4729-8ff3-aaa71d56b712`, "https://hc-ping.com/"],
	[`wss://example.com/live/ghp_${RANDOM}`, "wss://example.com/"],
])("%s lets in whoever knows it", (address, shown) => {
	expect(isSecretAddress(address)).toBe(true);
	expect(withoutSecretAddresses(`see "${address}".`)).toBe(`see "${shown}".`);
});

test.each([
	"https://example.com/tokens?page=1",
	"https://example.com/?author=5&sort_key=created_at&code=200",
	"https://example.com/?cacheKey=frontpage&animal=x&monkey=capuchin",
	"https://example.com/integrations/uptime-kuma-v2-guide",
	"https://example.com/orders/31365bce-8da9-4729-8ff3-aaa71d56b712",
	"https://github.com/acme/webhooks/issues",
	"https://example.com/login?token=",
	"https://example.com/orders?token={{token}}",
	"https://example.com/a@b",
	"mail ops@example.com/now",
])("%s is open", (address) => {
	expect(isSecretAddress(address)).toBe(false);
	expect(withoutSecretAddresses(address)).toBe(address);
});

test("texts that are sent are judged by the names in them, not by what a flow inserts", () => {
	expect(mayHoldSecret('{"user":"me","password":"hunter2"}')).toBe(true);
	expect(mayHoldSecret('{"user":"me","password":"{{password}}"}')).toBe(false);
	expect(mayHoldSecret(`see https://hooks.slack.com/services/T/B/X`)).toBe(true);
	expect(mayHoldSecret('{"routing_key":"R0123456789ABCDEF"}')).toBe(true);
	expect(mayHoldSecret('{"serviceKey":"0123456789abcdef"}')).toBe(true);
	expect(mayHoldSecret('{"query":"{ orders }"}')).toBe(false);
	expect(mayHoldSecret('{"sort_key":"created_at"}')).toBe(false);
});

test("a long text is judged in no time", () => {
	const before = threadCpuMs();
	for (const part of ["a", "{{", "://", "a=", "1/", "?"]) mayHoldSecret(part.repeat(65_536 / part.length));
	isSecretAddress(`https://example.com/hook/${"ab-1-".repeat(10_000)}a1B`);
	expect(threadCpuMs() - before).toBeLessThan(1_000);
});

test("places are those of addresses, credentials and bodies, and not what is expected of a target", () => {
	const address = "https://example.com/?token=s3cr3t";
	const monitor = {
		name: address,
		steps: [
			{
				name: "Log in",
				url: address,
				headers: [
					{ name: "Authorization", value: "Basic bWU6aHVudGVyMg==" },
					{ name: "Authorization", value: "Bearer {{token}}" },
					{ name: "Accept", value: "text/html" },
				],
				body: "password=hunter2",
				save: [{ name: "token", from: "json", value: "$.token" }],
				contentChecks: [{ type: "contains", value: address }],
			},
		],
		variables: [{ name: "password", value: "hunter2" }],
		request: { auth: { type: "bearer", token: { secret: "NAME" } } },
	};
	expect(openSecretPlaces(monitor)).toEqual([
		["steps", 0, "url"],
		["steps", 0, "headers", 0, "value"],
		["steps", 0, "body"],
		["variables", 0, "value"],
	]);
});
