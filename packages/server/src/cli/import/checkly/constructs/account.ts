/** Constructs in the form in which Checkly's API answers what they deploy: the converter is the same for both. */

import { listOf, objectOf } from "../../fields.ts";
import { hasVariable } from "../../imported.ts";
import type { ChecklyAccount } from "../convert.ts";
import { type Fault, type Reader, UNREADABLE } from "./reader.ts";
import { Construct } from "./scan.ts";

type Members = Readonly<Record<string, unknown>>;

/** Of `checks` in checkly.config.ts, which checks have where they say nothing. */
const DEFAULTS = [
	"activated",
	"alertChannels",
	"alertEscalationPolicy",
	"doubleCheck",
	"frequency",
	"locations",
	"muted",
	"privateLocations",
	"retryStrategy",
	"shouldFail",
	"tags",
	"environmentVariables",
	"runtimeId",
];
const CHECKS: Readonly<Record<string, string>> = {
	ApiCheck: "API",
	UrlMonitor: "URL",
	TcpMonitor: "TCP",
	TcpCheck: "TCP",
	DnsMonitor: "DNS",
	IcmpMonitor: "ICMP",
	HeartbeatMonitor: "HEARTBEAT",
	HeartbeatCheck: "HEARTBEAT",
	BrowserCheck: "BROWSER",
	MultiStepCheck: "MULTI_STEP",
	PlaywrightCheck: "PLAYWRIGHT",
	AgenticCheck: "AGENTIC",
	GrpcMonitor: "GRPC",
	SslMonitor: "SSL",
	TracerouteMonitor: "TRACEROUTE",
};
const CARRIED = new Set(["API", "URL", "TCP", "DNS", "ICMP", "HEARTBEAT"]);
const GROUPS = new Set(["CheckGroup", "CheckGroupV1", "CheckGroupV2"]);
const CHANNELS: Readonly<Record<string, (props: Members) => { readonly type: string; readonly config: Members }>> = {
	EmailAlertChannel: ({ address }) => ({ type: "EMAIL", config: { address } }),
	SlackAlertChannel: ({ url, channel }) => ({ type: "SLACK", config: { url, channel } }),
	SlackAppAlertChannel: ({ slackChannels }) => ({ type: "SLACK_APP", config: { slackChannels } }),
	WebhookAlertChannel: (config) => ({ type: "WEBHOOK", config }),
	OpsgenieAlertChannel: (config) => ({ type: "OPSGENIE", config }),
	PagerdutyAlertChannel: (config) => ({ type: "PAGERDUTY", config }),
	SmsAlertChannel: ({ phoneNumber: number, name }) => ({ type: "SMS", config: { number, name } }),
	PhoneCallAlertChannel: ({ phoneNumber: number, name }) => ({ type: "CALL", config: { number, name } }),
	MSTeamsAlertChannel: ({ name, url, payload: template }) => ({
		type: "WEBHOOK",
		config: { name, url, template, webhookType: "WEBHOOK_MSTEAMS" },
	}),
	TelegramAlertChannel: ({ name, apiKey, chatId, messageThreadId, payload }) => ({
		type: "WEBHOOK",
		config: {
			name,
			url: `https://api.telegram.org/bot${String(apiKey)}/sendMessage`,
			template:
				`chat_id=${String(chatId)}` +
				(messageThreadId === undefined ? "" : `&message_thread_id=${String(messageThreadId)}`) +
				`&parse_mode=HTML&text=${String(payload ?? "")}`,
			webhookType: "WEBHOOK_TELEGRAM",
		},
	}),
	IncidentioAlertChannel: ({ name, url, apiKey, payload: template }) => ({
		type: "WEBHOOK",
		config: {
			name,
			url,
			template,
			headers: [{ key: "authorization", value: `Bearer ${String(apiKey)}` }],
			webhookType: "WEBHOOK_INCIDENTIO",
		},
	}),
};
const EVENTS = ["sendFailure", "sendRecovery", "sendDegraded", "sslExpiry", "sslExpiryThreshold"];

/** Of a check: without them it watches what it did. */
const LISTED_ALONE =
	/^(name|description|tags|locations|privateLocations|runParallel|runtimeId|retryStrategy|doubleCheck|alertChannels|alertEscalationPolicy|environmentVariables|triggerIncident)\b/;
/** The converter lists them, whatever they hold. */
const SCRIPTS = /^(setupScript|tearDownScript|code)\b/;
/** Where a variable of the environment can stand. */
const TAKES_VARIABLE =
	/^(name$|description$|request\.(url|hostname|query|body|data)$|(request|apiCheckDefaults)\.(headers|basicAuth)\b|apiCheckDefaults\.url$|config\.)/;

/** What is not carried, beside what the converter lists. */
interface ConstructFault extends Fault {
	readonly instead: string;
}

interface ReadAccount {
	readonly account: ChecklyAccount;
	readonly faults: readonly ConstructFault[];
}

const BY_HAND = "Set it by hand.";

/** @param defaults `checks` of checkly.config.ts */
export function accountOf(reader: Reader, defaults: Members): ReadAccount {
	const faults: ConstructFault[] = [];
	const lists: Record<"checks" | "groups" | "channels" | "windows" | "pages", Members[]> = {
		checks: [],
		groups: [],
		channels: [],
		windows: [],
		pages: [],
	};
	const ids = idsOf(reader);
	const idOf = (construct: unknown) => (construct instanceof Construct ? ids.get(construct) : undefined);
	const frequencies = new Map<unknown, unknown>();
	const read = (construct: Construct, insteadOf: (path: string) => string) => {
		const found: Fault[] = [];
		const props = reader.argument(construct, 1, found);
		const list = () => {
			const listed = found.filter(({ path }) => !SCRIPTS.test(path));
			for (const fault of listed) faults.push({ ...fault, instead: insteadOf(fault.path) });
			return listed.map(({ path }) => path);
		};
		return { props: props === UNREADABLE ? null : objectOf(props), found, list };
	};

	// Groups come first: checks have the frequency of theirs.
	const inOrder = reader.constructs.toSorted((a, b) => Number(GROUPS.has(b.kind)) - Number(GROUPS.has(a.kind)));
	for (const construct of inOrder) {
		const { kind } = construct;
		const [id, place] = [ids.get(construct) ?? "", reader.placeOf(construct)];
		const checkType = CHECKS[kind];
		if (checkType !== undefined && !CARRIED.has(checkType)) {
			const { props } = read(construct, () => "");
			lists.checks.push({
				id,
				checkType,
				name: typeof props?.["name"] === "string" ? props["name"] : `${id} (${place})`,
			});
		} else if (checkType !== undefined) {
			const { props, found, list } = read(construct, (path) =>
				LISTED_ALONE.test(path) ? BY_HAND : "The monitor is paused: set it by hand, then resume it.",
			);
			if (props === null || props["testOnly"] === true) {
				list();
				if (props !== null)
					faults.push({ place, path: "testOnly", why: "It is never deployed: it is not carried.", instead: "" });
				continue;
			}
			const all: Record<string, unknown> = { ...props };
			const group = props["group"] ?? props["groupId"];
			if (checkType !== "HEARTBEAT") all["frequency"] ??= frequencies.get(group);
			for (const name of DEFAULTS) all[name] ??= defaults[name];
			if (checkType === "HEARTBEAT") delete all["frequency"];
			const check = withoutMarks(checkOf(all, checkType, { id, groupId: idOf(group), idOf }), place, found) as Members;
			const isPaused = list().some((path) => !LISTED_ALONE.test(path));
			lists.checks.push({ ...check, ...(isPaused && { activated: false }) });
		} else if (GROUPS.has(kind)) {
			const { props, found, list } = read(construct, (path) =>
				LISTED_ALONE.test(path) ? BY_HAND : "Its checks are paused: set it by hand, then resume them.",
			);
			frequencies.set(construct, props?.["frequency"]);
			const group = withoutMarks(groupOf(props ?? {}, kind, { id, idOf }), place, found) as Members;
			const isPaused = list().some((path) => !LISTED_ALONE.test(path));
			lists.groups.push({ ...group, ...(isPaused && { activated: false }) });
		} else if (CHANNELS[kind] !== undefined) {
			const { props, found, list } = read(construct, () => "The channel is not carried: add it by hand.");
			const made = channelOf(props ?? {}, CHANNELS[kind], id);
			const channel = withoutMarks(made, place, found) as Members;
			if (list().length === 0) lists.channels.push(channel);
		} else if (kind === "MaintenanceWindow") {
			const { props, found, list } = read(construct, () => "The window is not carried: add it by hand.");
			const window = withoutMarks({ ...props, id }, place, found) as Members;
			if (list().length === 0) lists.windows.push(window);
		} else if (kind === "StatusPage") {
			const { props, found, list } = read(construct, () => BY_HAND);
			const made = pageOf(props ?? {}, { id, idOf, propsOf: (service) => reader.argument(service, 1, found) });
			const page = withoutMarks(made, place, found) as Members;
			list();
			lists.pages.push(page);
		} else if (kind !== "StatusPageService") {
			faults.push({ place, path: kind, why: "There is no such object: it is not carried.", instead: "" });
		}
	}
	return { account: lists, faults };
}

/** Logical ids, or the place where there is none that can be read; unique, as they are in a project. */
function idsOf(reader: Reader): ReadonlyMap<Construct, string> {
	const taken = new Set<string>();
	return new Map(
		reader.constructs.map((construct) => {
			const given = reader.argument(construct, 0, []);
			const base = typeof given === "string" && !hasVariable(given) ? given : reader.placeOf(construct);
			let id = base;
			for (let number = 2; taken.has(id); number += 1) id = `${base} ${number}`;
			taken.add(id);
			return [construct, id] as const;
		}),
	);
}

interface Ids {
	readonly id: string;
	idOf(construct: unknown): string | undefined;
}

function checkOf(props: Members, checkType: string, { id, groupId, idOf }: Ids & { groupId: string | undefined }) {
	const { group: _, alertChannels, frequency, testOnly: __, setupScript, tearDownScript, ...others } = props;
	const { period, periodUnit, grace, graceUnit, request, triggerIncident, ...rest } = others;
	const isHeartbeat = checkType === "HEARTBEAT";
	return {
		...rest,
		id,
		checkType,
		groupId,
		...(typeof frequency === "object" && frequency !== null ? frequency : { frequency }),
		...alertsOf(props, alertChannels, idOf),
		alertEscalationPolicy: undefined,
		privateLocations: placesOf(props),
		...(setupScript !== undefined && { localSetupScript: "setupScript" }),
		...(tearDownScript !== undefined && { localTearDownScript: "tearDownScript" }),
		...(triggerIncident !== undefined && {
			triggerIncident: { serviceId: idOf(objectOf(triggerIncident)["service"]) ?? "" },
		}),
		...(isHeartbeat
			? { heartbeat: { period, periodUnit, grace, graceUnit } }
			: { request: checkType === "URL" ? { ...objectOf(request), method: "GET" } : objectOf(request) }),
	};
}

function groupOf(props: Members, kind: string, { id, idOf }: Ids) {
	const { alertChannels, frequency: _, ...rest } = props;
	const { alertSettings, useGlobalAlertSettings } = alertsOf(props, [], idOf);
	const isV2 = kind === "CheckGroupV2";
	return {
		...rest,
		id,
		...(isV2 && { v: 2 }),
		alertEscalationPolicy: undefined,
		alertSettings,
		// A group of version 2 without a policy leaves each check its own.
		useGlobalAlertSettings: isV2 && props["alertEscalationPolicy"] === undefined ? undefined : useGlobalAlertSettings,
		alertChannelSubscriptions: subscriptionsOf(alertChannels, idOf),
		privateLocations: placesOf(props),
	};
}

function alertsOf(props: Members, channels: unknown, idOf: Ids["idOf"]) {
	const policy = props["alertEscalationPolicy"];
	const isOwn = typeof policy === "object" && policy !== null;
	return {
		alertSettings: isOwn ? policy : undefined,
		useGlobalAlertSettings: !isOwn,
		alertChannelSubscriptions: subscriptionsOf(channels, idOf),
	};
}

function subscriptionsOf(channels: unknown, idOf: Ids["idOf"]) {
	return listOf(channels).map((channel) => ({ alertChannelId: idOf(channel) ?? "", activated: true }));
}

function placesOf(props: Members): readonly string[] {
	return listOf(props["privateLocations"]).map((place) => (typeof place === "string" ? place : "private location"));
}

function channelOf(props: Members, formOf: (props: Members) => object, id: string): Members {
	const config = Object.fromEntries(Object.entries(props).filter(([name]) => !EVENTS.includes(name)));
	const events = Object.fromEntries(EVENTS.map((name) => [name, props[name]]));
	return { id, ...events, ...formOf(config) };
}

function pageOf(props: Members, { id, idOf, propsOf }: Ids & { propsOf(service: Construct): unknown }) {
	const cards = listOf(props["cards"])
		.map(objectOf)
		.map(({ name, services }) => ({
			name,
			services: listOf(services)
				.filter((service) => service instanceof Construct)
				.map((service) => ({
					id: idOf(service),
					name: objectOf(propsOf(service))["name"] ?? idOf(service),
				})),
		}));
	return { ...props, id, cards };
}

/** `value` without the variables that stand where the API has no text of its own; each is a fault. */
function withoutMarks(value: unknown, place: string, faults: Fault[], path = ""): unknown {
	if (typeof value === "string") {
		if (!hasVariable(value) || TAKES_VARIABLE.test(path)) return value;
		faults.push({ place, path, why: "A variable of the environment can't stand here." });
		return undefined;
	}
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value))
		return value
			.map((each, index) => withoutMarks(each, place, faults, `${path}[${index}]`))
			.filter((each) => each !== undefined);
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [
			name,
			withoutMarks(each, place, faults, path === "" ? name : `${path}.${name}`),
		]),
	);
}
