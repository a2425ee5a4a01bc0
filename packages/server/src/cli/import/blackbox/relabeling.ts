/**
 * Which module probes a target, and whether relabeling leaves the target as it is written. Prometheus' documentation of
 * the exporter has three rules: `__address__` to `__param_target`, that to `instance`, and the exporter's address in
 * place of `__address__`. A fourth may take the module from a label.
 */

import { type Fields, listOf, objectOf } from "../fields.ts";

type Members = Readonly<Record<string, unknown>>;

interface ModuleChoice {
	/** Whether anything names a module. */
	readonly isChosen: boolean;
	/** Whether every rule is understood. */
	readonly isWhole: boolean;
	of(labels: Readonly<Record<string, string>>): string | null;
}

const MODULE = "__param_module";

export function moduleOf(fields: Fields, params: Members): ModuleChoice {
	const [named] = listOf(params["module"]).map(String);
	let label: string | null = null;
	const strange: Members[] = [];
	for (const rule of listOf(fields.get("relabel_configs")).map(objectOf)) {
		const [source, ...others] = listOf(rule["source_labels"]).map(String);
		const target = String(rule["target_label"] ?? "");
		const isPlain = isCopy(rule) && source !== undefined && others.length === 0;
		if (isPlain && target === MODULE) label = source;
		else if (!isUsual(rule, isPlain, source ?? null, target)) strange.push(rule);
	}
	for (const rule of strange) {
		const why = `${JSON.stringify(rule).slice(0, 200)} may change what is probed: the monitors are paused.`;
		fields.note("relabel_configs", why, "Correct the targets, and resume them.");
	}
	const hasLabels = listOf(fields.get("static_configs")).some((each) => MODULE in objectOf(objectOf(each)["labels"]));
	return {
		isChosen: named !== undefined || label !== null || hasLabels,
		isWhole: strange.length === 0,
		of: (labels) => labels[MODULE] ?? (label === null ? undefined : labels[label]) ?? named ?? null,
	};
}

function isUsual(rule: Members, isPlain: boolean, source: string | null, target: string): boolean {
	if (target === "__param_target") return isPlain && source === "__address__";
	// Whatever it is, only where the exporter is, or how the series are named.
	if (target === "__address__") return source === null && isReplacing(rule);
	return isReplacing(rule) && target !== "" && !target.startsWith("__");
}

function isReplacing(rule: Members): boolean {
	return [undefined, "replace"].includes(rule["action"] as undefined);
}

/** A label as it is. */
function isCopy(rule: Members): boolean {
	const [regex, replacement] = [rule["regex"] ?? "(.*)", rule["replacement"] ?? "$1"];
	return (
		isReplacing(rule) &&
		["(.*)", "(.+)", ".*"].includes(String(regex)) &&
		/^\$(?:[01]|\{1\})$/.test(String(replacement))
	);
}
