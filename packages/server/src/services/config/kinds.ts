/**
 * The kinds of objects of a configuration: how each is read, and the services that change it. What is seen of an object
 * (`seen`) has the members of its create body, without its secrets and with those of its settings that are lists of
 * objects in full, so it is both what a plan compares and what an export writes.
 */

import { isFailure, type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import type { Passwords } from "../../domain/access/password.ts";
import { type Alert, alertFields } from "../../domain/alerts/alert.ts";
import { type ChannelBody, fieldsOf } from "../../domain/alerts/channels.ts";
import type { Escalation } from "../../domain/alerts/escalation.ts";
import { type ConfigKind, MAX_OBJECTS } from "../../domain/config/config.ts";
import { withKnownIds } from "../../domain/config/known-components.ts";
import { type MaintenanceWindow, windowFields } from "../../domain/maintenance/window.ts";
import { commonSettingsOf } from "../../domain/monitors/common-settings.ts";
import { type ContentCheckBody, contentCheckFields } from "../../domain/monitors/content-check-fields.ts";
import type { StoredContentCheck } from "../../domain/monitors/monitor.ts";
import { withoutSecrets } from "../../domain/monitors/secrets.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { type NewMonitor, newWithoutSecrets, settingsOf } from "../../domain/monitors/wanted-monitor.ts";
import { type Schedule, scheduleFields } from "../../domain/on-call/schedule.ts";
import { failureAt, invalid, type Problem } from "../../domain/problem.ts";
import { type StatusPage, statusPageFields } from "../../domain/status-pages/status-page.ts";
import { channelSecretsOfTeam } from "../../storage/alerts/alert-channels.ts";
import { pageOfAlerts } from "../../storage/alerts/alerts.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";
import { contentChecksOf } from "../../storage/monitors/content-checks.ts";
import { monitorsKnownAs, namesWithAddresses, pageOfMonitors } from "../../storage/monitors/list-monitors.ts";
import { lockMonitors } from "../../storage/monitors/monitors.ts";
import { secretsOf } from "../../storage/monitors/stored-secrets.ts";
import { schedulesOfTeam } from "../../storage/on-call/schedules.ts";
import { lockSchedulesOf } from "../../storage/results/lock-checks.ts";
import { findStatusPage, pageOfStatusPages, passwordsOfTeam } from "../../storage/status-pages/status-pages.ts";
import { createAlert } from "../alerts/create.ts";
import { deleteAlert } from "../alerts/delete.ts";
import { updateAlert } from "../alerts/update.ts";
import type { AlertDeps, WantedAlert } from "../alerts/wanted-alert.ts";
import { addContentChecks } from "../content-checks/create.ts";
import { replaceContentChecks } from "../content-checks/replace.ts";
import { createMaintenanceWindow } from "../maintenance-windows/create.ts";
import { deleteMaintenanceWindow } from "../maintenance-windows/delete.ts";
import { updateMaintenanceWindow } from "../maintenance-windows/update.ts";
import type { WantedWindow } from "../maintenance-windows/wanted-window.ts";
import { createMonitors, type MonitorDeps } from "../monitors/create.ts";
import { deleteMonitor } from "../monitors/delete.ts";
import { updateMonitors } from "../monitors/update.ts";
import { createSchedule } from "../schedules/create.ts";
import { deleteSchedule } from "../schedules/delete.ts";
import { updateSchedule } from "../schedules/update.ts";
import type { WantedSchedule } from "../schedules/wanted-schedule.ts";
import { createStatusPage } from "../status-pages/create.ts";
import { deleteStatusPage } from "../status-pages/delete.ts";
import { updateStatusPage } from "../status-pages/update.ts";
import type { PageDeps, WantedPage } from "../status-pages/wanted-page.ts";
import { stable } from "./digests.ts";

export type ConfigDeps = MonitorDeps &
	AlertDeps &
	PageDeps & {
		/** Hashes the passwords of status pages; absent: none can be set. */
		readonly pagePasswords?: Pick<Passwords, "hash">;
	};

export type WantedContentCheck = ContentCheckBody & { readonly isEnabled: boolean };

/** What an entry of the document wants, with ids in place of keys. */
export interface WantedObject<Body = unknown> {
	readonly body: Body;
	/** Of a monitor. */
	readonly contentChecks: readonly WantedContentCheck[];
	/** Whether its secrets are those that it has: they were applied last, and nobody changed them since. */
	readonly keepsSecrets: boolean;
	/** Of a page's password; absent: it is hashed when it is needed. */
	readonly passwordHash?: string;
}

export interface NewObject extends WantedObject {
	/** Where its problems are: a JSON Pointer. */
	readonly at: string;
	/** That it is to have, in a kind whose objects name one another. */
	readonly id: string | null;
}

export interface ChangedObject extends WantedObject {
	/** Where its problems are: a JSON Pointer. */
	readonly at: string;
	readonly id: string;
}

interface MadeObject {
	readonly id: string;
	/** Secrets of its channel that were generated, by their names. */
	readonly generated: Readonly<Record<string, string>>;
}

export interface PresentObject {
	/** `mon_…` */
	readonly id: string;
	readonly name: string;
	/** Epoch milliseconds; since when there can be history of it. */
	readonly createdAt: number;
	readonly seen: object;
}

/** By one of these ids or names. */
export interface Known {
	readonly ids: readonly string[];
	readonly names: readonly string[];
	/** Whether files may call one so whose name has an address in it; absent: no such one is meant. */
	isMeant?(one: Pick<PresentObject, "id" | "name">): boolean;
}

type Done = Result<unknown, Problem>;

interface KindOfObject {
	/** All of the team, by id. Of monitors, which are many, only those that are `known` where that is given. */
	all(tx: Tx, teamId: number, now: number, known?: Known): Promise<ReadonlyMap<string, PresentObject>>;
	/** The secrets of those of `ids` that have some, by id; absent: objects of this kind have none. */
	secrets?(tx: Tx, teamId: number, box: SecretBox, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
	/** In a kind whose objects name one another. */
	newId?(): string;
	/** Before the first one is made, changed or deleted: locks those that will be changed or deleted, in one order. */
	lock?(tx: Tx, teamId: number, ids: readonly string[], now: number): Promise<void>;
	/** In their order. */
	create(
		tx: Tx,
		actor: TeamActor,
		wanted: readonly NewObject[],
		deps: ConfigDeps,
	): Promise<Result<readonly MadeObject[], Problem>>;
	/** In their order. */
	update(tx: Tx, actor: TeamActor, wanted: readonly ChangedObject[], deps: ConfigDeps): Promise<Done>;
	remove(tx: Tx, actor: TeamActor, id: string, deps: ConfigDeps): Promise<Done>;
	/** The secrets of a body, and the body without them. */
	split(body: unknown): { readonly shown: object; readonly secrets: object };
}

/** All rows of a list. Where there are as many, there may be more: see ./export.ts. */
export const EVERY = { limit: MAX_OBJECTS * 2, direction: "forward", from: null } as const;

function byId<Row extends { publicId: string; name: string; createdAt: number }>(
	rows: readonly Row[],
	seen: (row: Row) => object,
): ReadonlyMap<string, PresentObject> {
	return new Map(
		rows.map((row) => [row.publicId, { id: row.publicId, name: row.name, createdAt: row.createdAt, seen: seen(row) }]),
	);
}

interface Made {
	readonly publicId: string;
	readonly generated?: Readonly<Record<string, string>>;
}

/** Creates objects by the service that makes one of them. */
function oneByOne(
	make: (tx: Tx, actor: TeamActor, wanted: NewObject, deps: ConfigDeps) => Promise<Result<Made, Problem>>,
): KindOfObject["create"] {
	return async (tx, actor, wanted, deps) => {
		const made: MadeObject[] = [];
		for (const each of wanted) {
			const done = await make(tx, actor, each, deps);
			if (isFailure(done)) return failureAt(each.at, done);
			made.push({ id: done.data.publicId, generated: done.data.generated ?? {} });
		}
		return success(made);
	};
}

function eachByItself(
	change: (tx: Tx, actor: TeamActor, id: string, wanted: WantedObject, deps: ConfigDeps) => Promise<Done>,
): KindOfObject["update"] {
	return async (tx, actor, wanted, deps) => {
		for (const each of wanted) {
			const done = await change(tx, actor, each.id, each, deps);
			if (isFailure(done)) return failureAt(each.at, done);
		}
		return success();
	};
}

const monitors: KindOfObject = {
	async all(tx, teamId, now, known) {
		const named = known?.isMeant ? await namesWithAddresses(tx, teamId) : [];
		const meant = named.filter(({ publicId: id, name }) => known?.isMeant?.({ id, name }));
		const rows = known
			? await monitorsKnownAs(
					tx,
					teamId,
					{ ...known, ids: [...known.ids, ...meant.map(({ publicId }) => publicId)] },
					now,
				)
			: await pageOfMonitors(tx, { teamId, filter: {}, sort: "created" }, EVERY, now);
		const checks = await contentChecksOf(
			tx,
			rows.map(({ id }) => id),
		);
		return byId(rows, (monitor) => monitorSeen(monitor, checks.get(monitor.id) ?? []));
	},
	secrets: (tx, teamId, box, ids) => secretsOf(tx, teamId, ids, box),
	newId: () => newPublicId("mon"),
	async lock(tx, teamId, ids, now) {
		const locked = await lockMonitors(tx, teamId, ids, now);
		await lockSchedulesOf(
			tx,
			Array.from(locked.values(), ({ id }) => id),
		);
	},
	async create(tx, actor, wanted, deps) {
		const inputs = wanted.map(({ at, id, body }) => ({
			at,
			publicId: id ?? newPublicId("mon"),
			input: body as NewMonitor,
		}));
		const made = await createMonitors(tx, actor, inputs, deps);
		if (isFailure(made)) return made;
		const checks = made.data.flatMap((monitor, index) => {
			const { at, contentChecks } = wanted[index] as NewObject;
			return contentChecks.map((check, number) => ({ at: `${at}/contentChecks/${number}`, monitor, check }));
		});
		const added = await addContentChecks(tx, actor, checks, deps);
		if (isFailure(added)) return added;
		return success(made.data.map(({ publicId }) => ({ id: publicId, generated: {} })));
	},
	async update(tx, actor, wanted, deps) {
		const changes = wanted.map(({ at, id, body }) => ({ at, id, changes: body as NewMonitor }));
		const updated = await updateMonitors(tx, actor, changes, deps);
		if (isFailure(updated)) return updated;
		const present = await contentChecksOf(
			tx,
			updated.data.map(({ id }) => id),
		);
		const replaced = [];
		for (const [index, { at, body, contentChecks }] of wanted.entries()) {
			const monitor = updated.data[index] as Monitor;
			const { type } = monitor.settings;
			if ((body as NewMonitor).type !== type) {
				return invalid(`${at}/type`, `This monitor's type is ${type}; give one of another type another key.`);
			}
			const left = contentChecks.map((check, number) => ({ at: `${at}/contentChecks/${number}`, check }));
			const gone = (present.get(monitor.id) ?? []).filter((check) => {
				const text = stable(contentCheckSeen(monitor, check));
				const same = left.findIndex((each) => stable(each.check) === text);
				if (same >= 0) left.splice(same, 1);
				return same < 0;
			});
			replaced.push({ monitor, gone, added: left });
		}
		return replaceContentChecks(tx, actor, replaced, deps);
	},
	remove: (tx, actor, id, deps) => deleteMonitor(tx, actor, { id }, deps),
	split(body) {
		const wanted = body as NewMonitor;
		return { shown: newWithoutSecrets(wanted), secrets: withoutSecrets(settingsOf(wanted).settings).secrets };
	},
};

function monitorSeen(monitor: Monitor, checks: readonly StoredContentCheck[]) {
	const contentChecks = checks.map((check) => contentCheckSeen(monitor, check));
	const { type, ...settings } = monitor.settings;
	const enabled = monitor.enabledAt !== null;
	const seen = { type, ...commonSettingsOf(monitor), ...settings, enabled };
	return contentChecks.length === 0 ? seen : { ...seen, contentChecks };
}

function contentCheckSeen(monitor: Monitor, check: StoredContentCheck) {
	const { monitorId, ...seen } = contentCheckFields(monitor, check);
	// Of a header, answers have the name twice; a body has it once.
	const { value, ...named } = seen;
	return seen.type === "header" ? named : seen;
}

const alerts: KindOfObject = {
	all: async (tx, teamId) => byId<Alert>(await pageOfAlerts(tx, teamId, EVERY), alertFields),
	secrets: channelSecretsOfTeam,
	create: oneByOne((tx, actor, { body }, deps) => createAlert(tx, actor, body as WantedAlert, deps)),
	update: eachByItself((tx, actor, id, { body }, deps) =>
		updateAlert(tx, actor, { id, changes: body as WantedAlert }, deps),
	),
	remove: (tx, actor, id, deps) => deleteAlert(tx, actor, { id }, deps),
	split(body) {
		const { channel, escalation = null, ...wanted } = body as WantedAlert;
		const own = splitChannel(channel);
		const steps = escalation?.steps.map((step) => splitStep(step));
		return {
			shown: {
				...wanted,
				channel: own.shown,
				escalation: escalation && { ...escalation, steps: steps?.map(({ shown }) => shown) },
			},
			secrets: {
				...own.secrets,
				...Object.assign({}, ...(steps ?? []).map(({ secrets }, at) => prefixed(secrets, `${at}.`))),
			},
		};
	},
};

function splitChannel({ type, ...fields }: ChannelBody) {
	const secret = new Set(fieldsOf(type, true).map(([name]) => name));
	const given = Object.entries(fields).filter(([, value]) => value !== undefined);
	const part = (isSecret: boolean) => Object.fromEntries(given.filter(([name]) => secret.has(name) === isSecret));
	return { shown: { type, ...part(false) }, secrets: part(true) };
}

function splitStep(step: Escalation<ChannelBody>["steps"][number]) {
	const channels = step.channels?.map(splitChannel);
	const secrets = (channels ?? []).map(({ secrets }, at) => prefixed(secrets, `${at}.`));
	return { shown: { ...step, channels: channels?.map(({ shown }) => shown) }, secrets: Object.assign({}, ...secrets) };
}

function prefixed(members: object, prefix: string): object {
	return Object.fromEntries(Object.entries(members).map(([name, value]) => [prefix + name, value]));
}

const schedules: KindOfObject = {
	all: async (tx, teamId) => byId<Schedule>(await schedulesOfTeam(tx, teamId), scheduleFields),
	create: oneByOne((tx, actor, { body }, deps) => createSchedule(tx, actor, body as WantedSchedule, deps)),
	update: eachByItself((tx, actor, id, { body }, deps) =>
		updateSchedule(tx, actor, { id, changes: body as WantedSchedule }, deps),
	),
	remove: (tx, actor, id, deps) => deleteSchedule(tx, actor, { id }, deps),
	split: (body) => ({ shown: body as object, secrets: {} }),
};

const maintenance: KindOfObject = {
	all: async (tx, teamId, now) =>
		byId<MaintenanceWindow>(await windowsOfTeam(tx, teamId), (window) => {
			const { activeUntil, ...seen } = windowFields(window, now);
			return seen;
		}),
	create: oneByOne((tx, actor, { body }, deps) => createMaintenanceWindow(tx, actor, body as WantedWindow, deps)),
	update: eachByItself((tx, actor, id, { body }, deps) =>
		updateMaintenanceWindow(tx, actor, { id, changes: body as WantedWindow }, deps),
	),
	remove: (tx, actor, id, deps) => deleteMaintenanceWindow(tx, actor, { id }, deps),
	split: (body) => ({ shown: body as object, secrets: {} }),
};

/** As a document has it: the password in plain text. */
type PageBody = Omit<WantedPage, "passwordHash"> & { readonly password?: string | null };

const statusPages: KindOfObject = {
	all: async (tx, teamId) => byId<StatusPage>(await pageOfStatusPages(tx, teamId, EVERY), pageSeen),
	secrets: passwordsOfTeam,
	create: oneByOne(async (tx, actor, wanted, deps) => {
		const page = await withHash({ ...wanted, keepsSecrets: false }, deps);
		return isFailure(page) ? page : createStatusPage(tx, actor, page.data, deps);
	}),
	update: eachByItself(async (tx, actor, id, wanted, deps) => {
		const page = await withHash(wanted, deps);
		if (isFailure(page)) return page;
		const present = await findStatusPage(tx, actor.team.id, id);
		const sections = withKnownIds(present?.sections ?? [], page.data.sections);
		return updateStatusPage(tx, actor, { id, changes: { ...page.data, sections } }, deps);
	}),
	remove: (tx, actor, id, deps) => deleteStatusPage(tx, actor, { id }, deps),
	split(body) {
		const { password, ...shown } = body as PageBody;
		return { shown, secrets: password === undefined ? {} : { password } };
	},
};

function pageSeen(page: StatusPage) {
	const { logo, icon, monitorIds, sections, ...seen } = statusPageFields(page);
	return {
		...seen,
		sections: sections.map((section) => ({
			...section,
			components: section.components.map(({ id, ...component }) => component),
		})),
	};
}

/** Takes 25 ms where a password has no hash yet. */
async function withHash(
	{ body, keepsSecrets, passwordHash }: WantedObject,
	deps: ConfigDeps,
): Promise<Result<WantedPage, Problem<"invalid">>> {
	const { password, ...page } = body as PageBody;
	if (password === undefined || keepsSecrets) return success(page);
	if (password === null) return success({ ...page, passwordHash: null });
	if (passwordHash !== undefined) return success({ ...page, passwordHash });
	const hashed = await hashOf(password, deps);
	return isFailure(hashed) ? hashed : success({ ...page, passwordHash: hashed.data });
}

export async function hashOf(
	password: string,
	{ pagePasswords }: Pick<ConfigDeps, "pagePasswords">,
): Promise<Result<string, Problem<"invalid">>> {
	const hash = await pagePasswords?.hash(password);
	if (hash === undefined) return invalid("/password", "No password can be set here.");
	if (hash === "busy") return invalid("/password", "Too many passwords are hashed at once. Try again.");
	return success(hash);
}

export const KINDS_OF_OBJECTS: { readonly [Kind in ConfigKind]: KindOfObject } = {
	monitors,
	schedules,
	alerts,
	statusPages,
	maintenance,
};
