/** What the demo watches: monitors of every type, made up. */

import type { TypeSettings } from "../../domain/monitors/types.ts";

/** The host of every demo target, by which the demo's monitors are recognized. RFC 2606 §2: it exists nowhere. */
export const DEMO_HOST = "demo.invalid";
/** Recognizes demo monitors whose target is no address: jobs and flows. */
export const DEMO_TAG = `host:${DEMO_HOST}`;

interface Kind {
	readonly name: string;
	/** @param host the monitor's own: a number makes it so */
	readonly settings: (host: string) => TypeSettings;
}

const KINDS: readonly Kind[] = [
	{ name: "Shop", settings: page },
	{ name: "Checkout", settings: page },
	{ name: "Search", settings: page },
	{
		name: "Mail",
		settings: (host) => ({
			type: "tcp",
			host,
			port: 587,
			tls: "starttls",
			protocol: "smtp",
			send: null,
			expect: null,
		}),
	},
	{
		name: "Names",
		settings: (domain) => ({
			type: "dns",
			domain,
			recordType: "A",
			resolver: null,
			expected: null,
			mode: "equals",
		}),
	},
	{ name: "Gateway", settings: (host) => ({ type: "ping", host, packets: 3 }) },
	{
		name: "Live prices",
		settings: (host) => ({ type: "websocket", url: `wss://${host}/prices`, send: null, expect: null }),
	},
	{ name: "Order import", settings: () => job("*/10 * * * *", 60) },
	{ name: "Sign in and pay", settings: payment },
	{ name: "API", settings: page },
	{ name: "Nightly backup", settings: () => job("0 2 * * *", 7200) },
	{ name: "Admin", settings: page },
];

export interface DemoMonitor {
	readonly name: string;
	readonly settings: TypeSettings;
}

/** The demo's monitor number `index`; the kinds come again and again. */
export function demoMonitor(index: number): DemoMonitor {
	const { name, settings } = KINDS[index % KINDS.length] as Kind;
	const number = Math.floor(index / KINDS.length) + 1;
	return { name: number === 1 ? name : `${name} ${number}`, settings: settings(`${index + 1}.${DEMO_HOST}`) };
}

function page(host: string): TypeSettings {
	return { type: "http", url: `http://${host}/`, method: "GET", expectedStatus: 200 };
}

function job(schedule: string, maxRuntimeSeconds: number): TypeSettings {
	return { type: "cron", schedule, timeZone: "UTC", every: null, graceSeconds: 120, maxRuntimeSeconds };
}

function payment(host: string): TypeSettings {
	const step = (name: string, method: "GET" | "POST", path: string) => ({
		name,
		method,
		url: `http://${host}${path}`,
		headers: [],
		body: null,
		auth: null,
		expect: ["2xx"],
		contentChecks: [],
		save: [],
	});
	const signIn = step("Sign in", "POST", "/session");
	return {
		type: "flow",
		variables: [],
		steps: [
			{
				...signIn,
				body: '{"user":"monitor"}',
				save: [{ name: "token", from: "json", value: "$.token" }],
			},
			{ ...step("Fill the basket", "POST", "/basket"), auth: { type: "bearer", token: "{{token}}" } },
			step("Pay", "POST", "/payment"),
			step("Receipt", "GET", "/receipt"),
		],
	};
}
