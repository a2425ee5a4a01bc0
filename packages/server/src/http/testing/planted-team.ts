/**
 * A team with something of its own, which nobody else may learn, wherever it can have something: monitors of every
 * type with all of their texts, alerts through every channel, people, keys, schedules, drafts.
 */

import { createHash } from "node:crypto";
import { PlantedSecrets } from "../../../e2e/testing/planted-secrets.ts";
import { CHANNEL_OF } from "../../domain/alerts/testing/channel-examples.ts";
import { minuteOf } from "../../domain/checks/check.ts";
import { addMember } from "../../storage/access/members.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { anOutcome, downObservation, upObservation } from "../../storage/testing/fixtures.ts";
import { CREATE_EXAMPLES } from "../api/monitors/monitor-bodies.ts";
import { aUser } from "./people.ts";
import type { Service } from "./service.ts";

/** An address that failing checks reached; no example of ours has it. */
const TARGET_ADDRESS = "198.19.83.207";

export class PlantedTeam {
	readonly service: Service;
	/** What no reader may learn. */
	readonly secrets = new PlantedSecrets({ "address of a target": TARGET_ADDRESS });
	/** How many there are. */
	planted = 1;

	constructor(service: Service) {
		this.service = service;
	}

	/** 24 letters and digits that stand nowhere by chance. */
	secret(place: string): string {
		const digest = createHash("sha256").update(place).digest("hex");
		const text = `z${BigInt(`0x${digest}`).toString(36).slice(0, 23)}`;
		this.secrets.add(place, text);
		this.planted += 1;
		return text;
	}

	// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types does.
	async make(path: string, body: object): Promise<any> {
		const { status, json, text } = await this.service.ask("POST", `/api/v1${path}`, { body });
		if (status !== 201) throw new Error(`${path}: ${text}`);
		return json.data;
	}

	/**
	 * Makes something of `example` with a secret in place of each of its texts that can hold one, in the first of some
	 * spellings that is accepted. @returns what was made last, with all of them
	 */
	async makeSecret(path: string, example: object, about: string) {
		let body: unknown = structuredClone(example);
		for (const at of pathsOfTexts(example)) {
			const text = this.secret(`${about} ${at.join(".")}`);
			for (const spelling of [text, `${text}@${text}.example`, `https://${text}.example/${text}`, `${text}.example`]) {
				const changed = changedAt(body, at, spelling);
				const { status } = await this.service.ask("POST", `/api/v1${path}`, { body: changed });
				if (status !== 201) continue;
				body = changed;
				break;
			}
		}
		return this.make(path, body as object);
	}

	async makeMonitors(): Promise<readonly { id: string }[]> {
		const http = {
			...CREATE_EXAMPLES.http,
			method: "POST",
			request: {
				headers: [
					{ name: "X-Key", value: "open" },
					{ name: "X-Token", value: "hidden", secret: true },
				],
				auth: { type: "basic", username: "monitor", password: "password" },
				body: "hello",
			},
		};
		const made = [];
		for (const [type, example] of Object.entries({ ...CREATE_EXAMPLES, http })) {
			made.push(await this.makeSecret("/monitors", { ...example, tags: ["tag"] }, `monitor ${type}`));
		}
		const website = made.find(({ type }) => type === "http");
		await this.makeSecret(`/monitors/${website.id}/content-checks`, { type: "contains", value: "Hello" }, "check");
		const job = made.find(({ type }) => type === "cron");
		const rawBody = this.secret("body of a report");
		await this.service.askFrom("192.0.2.44")("POST", new URL(job.pingUrl).pathname, { key: null, rawBody });
		return made;
	}

	async makePeople() {
		const { service } = this;
		const user = await aUser(service, this.secret("name of a person"));
		await addMember(service.database, { teamId: service.team.id, user, role: "admin" }, service.clock.now);
		await this.makeSecret("/invitations", { email: "ada@example.com", role: "viewer" }, "invitation");
		await this.makeSecret("/keys", { name: "CI", scopes: ["monitors:read"] }, "key");
		const layers = [{ people: [user.publicId], timeZone: "Pacific/Chatham", startsOn: "2025-06-09" }];
		await this.makeSecret("/schedules", { name: "On call", layers }, "schedule");
		const team = { name: this.secret("name of the team") };
		await service.ask("PATCH", "/api/v1/team", { body: team });
	}

	async makeAlerts() {
		for (const [type, channel] of Object.entries(CHANNEL_OF)) {
			await this.makeSecret("/alerts", { name: "Alert", channel: { type, ...channel } }, `alert ${type}`);
		}
	}

	/** Pages that no reader may see, and what is not published of those that they may. */
	async makeDrafts(componentId: string) {
		const closed = { name: "Page", headline: "Words", sections: [{ name: "Part", components: [{ name: "Thing" }] }] };
		const pages = [
			{ slug: "draft-page" },
			{ slug: "members-page", isPublished: true, access: "members", domain: `${this.secret("domain")}.example` },
			{ slug: "locked-page", isPublished: true, access: "password", password: this.secret("password of a page") },
		];
		for (const each of pages) {
			const texts = JSON.parse(JSON.stringify(closed), (_, value) =>
				typeof value === "string" ? this.secret(`${each.slug} ${value}`) : value,
			);
			await this.make("/status-pages", { ...texts, ...each });
		}
		const components = [{ componentId, state: "partial_outage" }];
		const draft = { title: this.secret("title of a draft"), isDraft: true, components };
		await this.make("/incidents", {
			...draft,
			updates: [{ body: this.secret("update of a draft"), status: "identified" }],
		});
		await this.makeSecret("/incident-templates", { name: "Slow", title: "It is slow", body: "We look." }, "template");
	}

	/** Checks of monitors that all failed for a reason that names the target, or were all up. */
	async check(monitors: readonly { id: string }[], isUp: boolean) {
		const { database, clock } = this.service;
		const rows = await database.db
			.selectFrom("monitors as m")
			.innerJoin("monitor_states as s", "s.monitor_id", "m.id")
			.select(["m.id", "s.revision"])
			.where(
				"m.public_id",
				"in",
				monitors.map(({ id }) => id),
			)
			.execute();
		const message = `The connection was refused by ${this.secret("message of an error")}.`;
		const seen = isUp ? upObservation : { ...downObservation, message, address: TARGET_ADDRESS };
		const outcomes = rows.map(({ id, revision }) => anOutcome(id, minuteOf(clock.now), seen, { revision }));
		await recordChecks(database, outcomes, clock.now);
	}
}

type Step = string | number;

function pathsOfTexts(value: unknown, at: readonly Step[] = []): readonly (readonly Step[])[] {
	if (typeof value === "string") return [at];
	if (Array.isArray(value)) return value.flatMap((each, index) => pathsOfTexts(each, [...at, index]));
	if (value === null || typeof value !== "object") return [];
	return Object.entries(value).flatMap(([name, each]) => pathsOfTexts(each, [...at, name]));
}

function changedAt(body: unknown, at: readonly Step[], text: string): unknown {
	const copy = structuredClone(body);
	// biome-ignore lint/suspicious/noExplicitAny: the path comes from the same body.
	const parent = at.slice(0, -1).reduce((each: any, step) => each[step], copy);
	parent[at.at(-1) ?? ""] = text;
	return copy;
}
