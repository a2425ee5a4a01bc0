/**
 * Scrape jobs of Prometheus that probe through blackbox_exporter, as monitors: a target and its module are one. A
 * module that demands what a monitor can't comes paused.
 */

import { Fields, listOf, nameOr, objectOf, tagsFrom, within } from "../fields.ts";
import { secondsOf } from "../go-duration.ts";
import { Draft, type Imported } from "../imported.ts";
import { INTERVAL, LATEST_DEGRADED_MS, TIMEOUT } from "../limits.ts";
import { JOB_FIELDS, MODULE_FIELDS, TOP_FIELDS } from "./fields.ts";
import { httpSettings } from "./http-module.ts";
import { dnsSettings, icmpSettings, type Settings, tcpSettings, websocketSettings } from "./other-modules.ts";
import { moduleOf } from "./relabeling.ts";

type Members = Readonly<Record<string, unknown>>;

/** What the exporter is shipped with, as far as it can be probed here. */
const SHIPPED: Members = {
	http_2xx: { prober: "http" },
	http_post_2xx: { prober: "http", http: { method: "POST" } },
	tcp_connect: { prober: "tcp" },
	icmp: { prober: "icmp" },
};
/** Of Prometheus (its documentation: global). */
const USUAL = { scrape_interval: "1m", scrape_timeout: "10s" };
/** The exporter ends this long before Prometheus would. */
const TIMEOUT_OFFSET_S = 0.5;

/** @param modules what the exporter's own file holds; null: not given */
export function convertBlackbox(file: unknown, modules: unknown): Imported {
	// Go sends the user where there is no header Authorization, and Prometheus' settings give way to either.
	const draft = new Draft("BLACKBOX", ["auth"]);
	const top = new Fields(draft, "the file", objectOf(file));
	const global = { ...USUAL, ...objectOf(top.get("global")) };
	const known = modules === null ? SHIPPED : objectOf(objectOf(modules)["modules"]);
	for (const values of listOf(top.get("scrape_configs")).map(objectOf)) convertJob(draft, values, { global, known });
	top.done(TOP_FIELDS);
	return draft.imported();
}

interface Surroundings {
	readonly global: Members;
	readonly known: Members;
}

function convertJob(draft: Draft, values: Members, { global, known }: Surroundings): void {
	const job = String(values["job_name"] ?? "");
	const fields = new Fields(draft, `job "${job}"`, values);
	const params = objectOf(fields.get("params"));
	const choice = moduleOf(fields, params);
	const isProbing = fields.text("metrics_path") === "/probe" || choice.isChosen;
	if (!isProbing) {
		fields.note("", "It scrapes metrics, and probes nothing.", "Leave it to Prometheus.");
		return;
	}
	fields.get("job_name");
	const interval = secondsOf(fields.get("scrape_interval") ?? global["scrape_interval"]);
	const timeout = secondsOf(fields.get("scrape_timeout") ?? global["scrape_timeout"]);
	const intervalSeconds = within(fields, "scrape_interval", interval || 60, INTERVAL);
	const targets = targetsOf(fields, params);
	noteParams(fields, params);
	for (const name of Object.keys(values).filter((each) => each.endsWith("_sd_configs"))) {
		fields.get(name);
		fields.note(name, "Targets that are discovered are not in the file.", JOB_FIELDS["*_sd_configs"]?.instead ?? "");
	}
	fields.done(JOB_FIELDS);
	for (const { target, labels } of targets) {
		const module = choice.of(labels);
		const monitor = new Fields(draft, `target "${target}" of ${job}`, {});
		const found = module === null ? undefined : known[module];
		if (module === null || found === undefined) {
			const which = module === null ? "No module is named" : `The module ${module} is not known`;
			monitor.note("module", `${which}: it is not carried.`, "Give the exporter's configuration with --modules.");
			continue;
		}
		const settings = settingsOf(draft, { target, module, values: objectOf(found), timeout });
		if (settings === null) continue;
		const key = draft.key("monitors", target);
		const named = Object.entries(labels).filter(([label]) => !label.startsWith("__"));
		const tags = tagsFrom(monitor, "labels", [["job", job], ...named]);
		draft.add("monitors", {
			key,
			name: nameOr(target, key),
			...settings.members,
			intervalSeconds,
			degradedAfterMs: LATEST_DEGRADED_MS,
			...(tags.length > 0 && { tags }),
			...(!(settings.isWhole && choice.isWhole) && { enabled: false }),
		});
	}
}

interface Target {
	readonly target: string;
	/** Those that Prometheus does not keep for itself, beside the ones that choose the module. */
	readonly labels: Readonly<Record<string, string>>;
}

function targetsOf(fields: Fields, params: Members): readonly Target[] {
	const given = listOf(fields.get("static_configs"))
		.map(objectOf)
		.flatMap(({ targets, labels }) => {
			const texts = Object.entries(objectOf(labels)).map(([name, value]) => [name, String(value)]);
			return listOf(targets).map((target) => ({ target: String(target), labels: Object.fromEntries(texts) }));
		});
	// A job of its own for one target: `params: { target: [x] }`, and the exporter as its target.
	const [own] = listOf(params["target"]);
	if (own === undefined) return given;
	return [{ target: String(own), labels: given[0]?.labels ?? {} }];
}

function noteParams(fields: Fields, params: Members): void {
	for (const [name, value] of Object.entries(params)) {
		if (name === "debug") continue;
		const isMany = listOf(value).length > 1;
		if (name !== "module" && name !== "target") {
			fields.note(`params.${name}`, "The exporter's probes have it; monitors do not.", "");
		} else if (isMany) fields.note(`params.${name}`, "The exporter takes the first alone, and so does this.", "");
	}
}

interface Probe {
	readonly target: string;
	readonly module: string;
	readonly values: Members;
	/** Of the job, seconds. */
	readonly timeout: number;
}

/** Null: listed. */
function settingsOf(draft: Draft, { target, module, values, timeout }: Probe): Settings | null {
	const fields = new Fields(draft, `module "${module}"`, values);
	const prober = fields.text("prober") ?? "";
	const own = objectOf(fields.get(prober));
	const timeoutOf = (): Members => {
		const ofModule = values["timeout"] === undefined ? Number.POSITIVE_INFINITY : secondsOf(fields.get("timeout"));
		const seconds = Math.ceil(Math.min(ofModule || Number.POSITIVE_INFINITY, (timeout || 10) - TIMEOUT_OFFSET_S));
		return { timeoutSeconds: within(fields, "timeout", seconds, TIMEOUT) };
	};
	const inner = new Fields(draft, fields.what, own);
	const convert = {
		http: httpSettings,
		tcp: tcpSettings,
		icmp: icmpSettings,
		dns: dnsSettings,
		websocket: websocketSettings,
	}[prober];
	if (convert === undefined) {
		const instead = MODULE_FIELDS[prober]?.instead ?? "";
		fields.note(
			"prober",
			`There is no monitor for ${prober || "a module without a prober"}: it is not carried.`,
			instead,
		);
		return null;
	}
	const settings = convert(inner, target, draft);
	if (settings === null) return null;
	const members = { ...settings.members, ...timeoutOf() };
	// Settings of other probers are of no use to it.
	for (const name of Object.keys(MODULE_FIELDS)) fields.get(name);
	fields.done(MODULE_FIELDS);
	return { ...settings, members };
}
