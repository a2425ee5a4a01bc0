/** `lapwing incidents`: what customers are told of a fault, over the API. */

import type { Client, ItemOf } from "@lapwing/client";
import { InvalidArgumentError, Option } from "commander";
import { INCIDENT_STATUSES, type IncidentStatus } from "../../domain/incidents/incident.ts";
import { COMPONENT_STATES, type ComponentState } from "../../domain/status-pages/component-state.ts";
import { command, print, printJson, printTable } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { apiCommand, connect, dataOf } from "./connection.ts";

export function incidents() {
	return command("incidents", "List incidents; open one, post updates, resolve it, approve a draft.")
		.addCommand(list())
		.addCommand(open())
		.addCommand(update())
		.addCommand(resolve())
		.addCommand(approve());
}

const QUIET = "tell no subscribers";
const JSON_ANSWER = "print the incident as JSON";
const INCIDENT = "its id, from `lapwing incidents list`";

type Listed = ItemOf<"/api/v1/incidents">;

function list() {
	return apiCommand("list", "List the open incidents and drafts, newest first.")
		.option("--all", "resolved ones too")
		.option("--json", "print them as JSON")
		.action(async ({ all, json }: { all?: boolean; json?: boolean }) => {
			const query = { perPage: 200, ...(!all && { status: "open" as const }) };
			const found: Listed[] = [];
			for await (const page of connect().pages("/api/v1/incidents", { query })) found.push(...dataOf(page).items);
			if (json) return printJson(found);
			if (found.length === 0) return print(all ? "No incident." : "No incident is open.");
			const rows = found.map((each) => [each.id, each.startedAt, stateText(each), each.impact, each.title]);
			printTable([["ID", "BEGAN", "STATUS", "IMPACT", "TITLE"], ...rows]);
		});
}

interface OpenOptions {
	readonly component?: readonly NamedState[];
	readonly page?: readonly string[];
	readonly message?: string;
	readonly status?: IncidentStatus;
	readonly template?: string;
	readonly draft?: boolean;
	readonly quiet?: boolean;
	readonly json?: boolean;
}

function open() {
	return apiCommand(
		"open",
		"Open an incident. Status pages of its components show it, and their subscribers are notified.",
	)
		.argument("[title]", "in the words of your customers; that of the template when it is left out")
		.option(
			"--component <name=state>",
			`a component of a status page, by its name or id, and how it is: ${COMPONENT_STATES.join(", ")}; again for others`,
			namedState,
		)
		.option("--page <name>", "a status page that shows it, by name, slug or id, beside those of its components", add)
		.option("--message <text>", "its first update, in Markdown")
		.addOption(statusOption("investigating"))
		.option("--template <name>", "fills in the title, the message and the status that are left out")
		.option("--draft", "show it to nobody until it is approved")
		.option("--quiet", QUIET)
		.option("--json", JSON_ANSWER)
		.action(async (title: string | undefined, options: OpenOptions) => {
			const { component = [], page = [], message, status, template, draft = false, quiet = false, json } = options;
			if (title === undefined && template === undefined) throw new UsageError("Give it a title, or a --template.");
			const client = connect();
			const { components, statusPageIds } = await named(client, component, page);
			const body = {
				...(title !== undefined && { title }),
				...(template !== undefined && { templateId: await templateCalled(client, template) }),
				components,
				// Left out, they are those of its components.
				...(page.length > 0 && { statusPageIds }),
				...(status !== undefined && message === undefined && { status }),
				...(message !== undefined && { updates: [{ body: message, status: status ?? "investigating" }] }),
				isDraft: draft,
				notifySubscribers: !quiet,
			};
			const made = dataOf(await client.post("/api/v1/incidents", { body }));
			if (json) return printJson(made);
			print(`${made.id}: ${made.title} (${stateText(made)}).`);
		});
}

interface UpdateOptions {
	readonly status?: IncidentStatus;
	readonly quiet?: boolean;
	readonly json?: boolean;
}

function update() {
	return apiCommand("update", "Post an update of an incident. Subscribers are notified of it.")
		.argument("<incident>", INCIDENT)
		.argument("<message>", "in Markdown")
		.addOption(statusOption("as it is"))
		.option("--quiet", QUIET)
		.option("--json", "print the update as JSON")
		.action(async (id: string, message: string, { status, quiet = false, json }: UpdateOptions) => {
			const client = connect();
			const path = { id };
			const now = status ?? dataOf(await client.get("/api/v1/incidents/{id}", { path }), unknown(id)).status;
			const body = { body: message, status: now, notifySubscribers: !quiet };
			const posted = dataOf(await client.post("/api/v1/incidents/{id}/updates", { path, body }), unknown(id));
			if (json) return printJson(posted);
			print(`${id}: posted, ${posted.status}.`);
		});
}

function resolve() {
	return apiCommand("resolve", "Resolve an incident, with a last update or without one.")
		.argument("<incident>", INCIDENT)
		.argument("[message]", "in Markdown; without it nobody is notified")
		.option("--quiet", QUIET)
		.option("--json", JSON_ANSWER)
		.action(async (id: string, message: string | undefined, { quiet = false, json }: UpdateOptions) => {
			const client = connect();
			const path = { id };
			if (message === undefined) {
				dataOf(await client.patch("/api/v1/incidents/{id}", { path, body: { status: "resolved" } }), unknown(id));
			} else {
				const body = { body: message, status: "resolved", notifySubscribers: !quiet } as const;
				dataOf(await client.post("/api/v1/incidents/{id}/updates", { path, body }), unknown(id));
			}
			const incident = dataOf(await client.get("/api/v1/incidents/{id}", { path }));
			if (json) return printJson(incident);
			print(`${id}: ${incident.title} (${stateText(incident)}).`);
		});
}

function approve() {
	return apiCommand("approve", "Approve a draft: status pages show it from now on, and subscribers are notified.")
		.argument("<incident>", INCIDENT)
		.option("--quiet", QUIET)
		.option("--json", JSON_ANSWER)
		.action(async (id: string, { quiet = false, json }: UpdateOptions) => {
			const asked = { path: { id }, body: { notifySubscribers: !quiet } };
			const incident = dataOf(await connect().post("/api/v1/incidents/{id}/approve", asked), unknown(id));
			if (json) return printJson(incident);
			print(`${id}: ${incident.title} (${stateText(incident)}).`);
		});
}

const unknown = (id: string) => `There is no incident ${id}. \`lapwing incidents list --all\` shows them.`;

function stateText({ status, isDraft }: Pick<Listed, "status" | "isDraft">): string {
	return isDraft ? `draft, ${status}` : status;
}

function statusOption(usual: string): Option {
	return new Option("--status <status>", `(${usual})`).choices(INCIDENT_STATUSES);
}

interface NamedState {
	readonly name: string;
	readonly state: ComponentState;
}

/** `Checkout=degraded`; a name can have an equals sign itself. */
function namedState(given: string, earlier: readonly NamedState[] = []): readonly NamedState[] {
	const cut = given.lastIndexOf("=");
	const [name, word] = [given.slice(0, cut).trim(), given.slice(cut + 1).trim()];
	const state = COMPONENT_STATES.find((each) => each === word);
	if (cut < 1 || name === "" || state === undefined) {
		throw new InvalidArgumentError(`It is NAME=STATE, with a state of ${COMPONENT_STATES.join(", ")}.`);
	}
	return [...earlier, { name, state }];
}

/** A name can have a comma, so each is an option of its own. */
function add(given: string, earlier: readonly string[] = []): readonly string[] {
	return [...earlier, given];
}

/** Components and pages by their names or ids; the pages of the components are among the pages. */
async function named(client: Client, components: readonly NamedState[], pages: readonly string[]) {
	if (components.length + pages.length === 0) return { components: [], statusPageIds: [] };
	const all: ItemOf<"/api/v1/status-pages">[] = [];
	for await (const page of client.pages("/api/v1/status-pages", { query: { perPage: 200 } })) {
		all.push(...dataOf(page).items);
	}
	const own = all.flatMap(({ id: pageId, sections }) =>
		sections.flatMap((section) => section.components.map(({ id, name }) => ({ id, name, pageId }))),
	);
	const chosen = components.map(({ name, state }) => ({
		...onlyOne(own, name, ({ id, name: called }) => id === name || called === name, "component"),
		state,
	}));
	const shown = pages.map(
		(word) => onlyOne(all, word, ({ id, name, slug }) => [id, name, slug].includes(word), "status page").id,
	);
	return {
		components: chosen.map(({ id: componentId, state }) => ({ componentId, state })),
		statusPageIds: [...new Set([...chosen.map(({ pageId }) => pageId), ...shown])],
	};
}

async function templateCalled(client: Client, word: string): Promise<string> {
	const all: ItemOf<"/api/v1/incident-templates">[] = [];
	for await (const page of client.pages("/api/v1/incident-templates", { query: { perPage: 200 } })) {
		all.push(...dataOf(page).items);
	}
	return onlyOne(all, word, ({ id, name }) => id === word || name === word, "template").id;
}

function onlyOne<Item>(all: readonly Item[], word: string, isMeant: (item: Item) => boolean, noun: string): Item {
	const [one, ...others] = all.filter(isMeant);
	if (one === undefined) throw new UsageError(`There is no ${noun} "${word}".`);
	if (others.length > 0) throw new UsageError(`${others.length + 1} ${noun}s are called "${word}". Use the id.`);
	return one;
}
