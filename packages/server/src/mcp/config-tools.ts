/**
 * The tools that plan and apply a configuration. A model has no variables: `${NAME}` is a fault, and a secret stays the
 * one that the service has, so neither the environment of `lapwing mcp` nor the service's can be read through a plan.
 */

import type { Client, components } from "@lapwing/client";
import { z } from "zod";
import type { ConfigKind } from "../domain/config/config.ts";
import { type ReadConfig, readConfig } from "../domain/config/read/read-config.ts";
import { answered, MAX_ITEMS, Refused, tool } from "./tool.ts";

/** Fields of one change, characters of one value, and faults that are answered. */
const MAX_FIELDS = 30;
const MAX_VALUE_LENGTH = 200;
const MAX_FAULTS = 20;

/** Where the dashboard shows objects of a kind. */
const PAGES: { readonly [Kind in ConfigKind]: (id: string) => string } = {
	monitors: (id) => `/monitors/${id}`,
	alerts: (id) => `/alerts/${id}`,
	schedules: (id) => `/on-call/${id}`,
	statusPages: (id) => `/status-pages/${id}`,
	maintenance: () => "/maintenance",
};
/** Where it lists them. */
const LISTS: Readonly<Record<ConfigKind, string>> = {
	monitors: "/",
	alerts: "/alerts",
	schedules: "/on-call",
	statusPages: "/status-pages",
	maintenance: "/maintenance",
};

const input = z.object({
	config: z
		.string()
		.max(900_000)
		.describe(
			"Text of lapwing.yaml (YAML or JSON): an object with the lists monitors, alerts, schedules, statusPages, " +
				"maintenance; each object has a `key` and the members of the API's create body. Example: " +
				"`monitors: [{ key: shop, url: https://shop.example/ }]`. A secret is { secret: NAME }: the one that is stored.",
		),
	adopt: z.boolean().default(false).describe("Takes over objects of the same name that no project owns."),
});

export const planConfig = tool({
	title: "Plan a configuration",
	description:
		"Says what applying a configuration would create and change; it changes nothing. Objects that the configuration " +
		"does not name stay as they are. Show the person this plan, and give its digest to apply_config.",
	input,
	scopes: ["config:read"],
	reads: true,
	run: ({ client, origin }, given) => put(client, origin, given, { dryRun: "1" }),
});

export const applyConfig = tool({
	title: "Apply a configuration",
	description:
		"Makes objects what a configuration says, all or nothing, after plan_config has said what that is and the person " +
		"has agreed. It deletes nothing. It is refused when the configuration or the service is not that of the plan.",
	input: input.extend({
		digest: z
			.string()
			.regex(/^[\w-]+$/)
			.describe("What plan_config answered for just this configuration."),
	}),
	scopes: ["config:read", "config:write"],
	reads: false,
	overwrites: true,
	run: ({ client, origin }, { digest, ...given }) => put(client, origin, given, {}, { "if-match": `"${digest}"` }),
});

async function put(
	client: Client,
	origin: string,
	{ config, adopt }: z.output<typeof input>,
	query: { readonly dryRun?: "1" },
	headers: Readonly<Record<string, string>> = {},
): Promise<object> {
	const read = readConfig([{ name: "config", text: config }], {});
	if (read.faults.length > 0) throw faulty(read.faults);
	const asked = { query: { ...query, ...(adopt && { adopt: "1" as const }) }, headers, body: read.value };
	const answer = await client.put("/api/v1/config", asked);
	if (answer.status === "failure" && answer.error.details.some(({ path }) => path.startsWith("/")))
		throw faulty(read.placed(answer.error.details));
	const { changes, totals, digest } = answered(answer);
	return {
		...(query.dryRun && { digest }),
		totals,
		changes: changes
			.slice(0, MAX_ITEMS)
			.map((change) => ({ ...shown(change, origin), ...(query.dryRun && planned(change, read.value)) })),
		...(changes.length > MAX_ITEMS && { changesNotShown: changes.length - MAX_ITEMS }),
	};
}

function faulty(faults: ReadConfig["faults"]): Refused {
	const lines = faults
		.slice(0, MAX_FAULTS)
		.map(({ line, column, message }) => `Line ${line}, column ${column}: ${message}`);
	const more = faults.length - lines.length;
	return new Refused([...lines, ...(more > 0 ? [`${more} more faults.`] : [])].join("\n"));
}

type Change = components["schemas"]["AppliedConfiguration"]["changes"][number];

function shown({ kind, key, id, name, action }: Change, origin: string) {
	return { action, kind, key, name, page: origin + (id === null ? LISTS[kind] : PAGES[kind](id)) };
}

/** What would change. Of a new object, what the configuration says: all else is at its default. */
function planned({ kind, key, action, drifted, keepsSecrets, changes }: Change, config: ReadConfig["value"]) {
	const entries = (config[kind] ?? []) as readonly Readonly<Record<string, unknown>>[];
	const usual = (config["defaults"] as Readonly<Record<string, object>> | undefined)?.[kind];
	const said = { ...usual, ...entries.find((entry) => entry["key"] === key) };
	const told = changes.filter(({ field }) => action !== "create" || Object.hasOwn(said, field.split(".", 1)[0] ?? ""));
	const fields = told
		.slice(0, MAX_FIELDS)
		.map(({ field, before, after }) =>
			action === "create" ? { field, after: short(after) } : { field, before: short(before), after: short(after) },
		);
	return {
		fields,
		...(told.length > MAX_FIELDS && { fieldsNotShown: told.length - MAX_FIELDS }),
		...(drifted && { undoesAChangeOfSomebody: true }),
		...(keepsSecrets && { keepsSecretsThatSomebodyChanged: true }),
	};
}

function short(value: unknown): unknown {
	const text = JSON.stringify(value) ?? "null";
	return text.length <= MAX_VALUE_LENGTH ? value : `${text.slice(0, MAX_VALUE_LENGTH - 1)}…`;
}
