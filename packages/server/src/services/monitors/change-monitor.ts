/** What changes of settings do to monitors: to their rows, their secrets, their states, and the runs of their jobs. */

import { isFailure, type Result, success } from "@lapwing/result";
import { keepingSecrets, withoutSecrets } from "../../domain/monitors/secrets.ts";
import {
	changed,
	changesWhatIsChecked,
	expectsSameRuns,
	type Monitor,
	type MonitorChanges,
	type MonitorSettings,
} from "../../domain/monitors/settings.ts";
import { type TypeSettings, targetOf } from "../../domain/monitors/types.ts";
import { requireSecrets } from "../../domain/monitors/wanted-monitor.ts";
import { failureAt, type Problem } from "../../domain/problem.ts";
import { linkAnew } from "../../storage/causes/dependencies.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { evaluateAgain, expectRuns } from "../../storage/jobs/jobs.ts";
import { encryptedSecrets, monitorsOfKeys, resetCertificates, writeMonitors } from "../../storage/monitors/monitors.ts";
import { decryptSecrets, encryptSecrets } from "../../storage/monitors/stored-settings.ts";
import { makeAllDueNow, pauseChecks } from "../../storage/schedule/monitor-states.ts";
import type { Now } from "../change.ts";
import { changeAddresses } from "./addresses.ts";

interface SecretDeps extends Now {
	/** Opens and encrypts the secrets of the settings; may be null where they have none. */
	readonly secretBox: SecretBox | null;
}

interface Change {
	/** Where its problems are, in the input of all changes: a JSON Pointer. */
	readonly at: string;
	/** Locked. */
	readonly before: Monitor;
	readonly changes: MonitorChanges;
}

/**
 * Changes what is given of locked monitors and leaves the rest, by few statements for thousands of them; returns them
 * in the same order. A change of what is checked, and a resumption, make a monitor due at once; a pause stops its
 * checks.
 */
export async function changeMonitors(
	tx: Tx,
	wanted: readonly Change[],
	{ now, secretBox }: SecretDeps,
): Promise<Result<readonly Monitor[], Problem<"invalid">>> {
	// Where nothing of the type's own settings is touched, no secret is, not even one that can't be opened any more.
	const touched = wanted.filter(({ changes }) => changes.settings !== undefined).map(({ before }) => before.id);
	const encrypted = touched.length === 0 ? new Map() : await encryptedSecrets(tx, touched);
	const changing: Changing[] = [];
	for (const { at, before, changes } of wanted) {
		const { isEnabled = before.enabledAt !== null, ...given } = changes;
		const after = changed(before, given);
		if (given.settings === undefined) {
			changing.push({ before, after, isEnabled, encrypted: undefined, hasOtherSecrets: false });
			continue;
		}
		const secrets = secretsAfter(before, after.settings, encrypted.get(before.id) ?? null, secretBox);
		if (isFailure(secrets)) return failureAt(at, secrets);
		const { settings, ...own } = secrets.data;
		const addressed = await changeAddresses(tx, before, settings);
		if (isFailure(addressed)) return failureAt(at, addressed);
		changing.push({ before, after: { ...after, settings }, isEnabled, ...own });
	}
	const written = changing.map(({ before, after: settings, isEnabled, encrypted }) => {
		return { id: before.id, settings, enabledAt: isEnabled ? (before.enabledAt ?? now) : null, encrypted };
	});
	await writeMonitors(tx, written, now);

	const [jobs, others] = [changing.filter(isOfJob), changing.filter((each) => !isOfJob(each))];
	const expecting = jobs.filter(expectsOthers);
	for (const enabled of [true, false]) {
		const ids = keysOf(expecting.filter(({ isEnabled }) => isEnabled === enabled));
		if (ids.length > 0) await expectRuns(tx, ids, enabled ? now : null);
	}
	const graced = keysOf(jobs.filter((each) => each.isEnabled && !expectsOthers(each)));
	if (graced.length > 0) await evaluateAgain(tx, graced, now);

	await resetCertificates(tx, keysOf(changing.filter(leadsElsewhere)));
	const due = others.filter(
		(each) =>
			isResumed(each) || (each.isEnabled && (each.hasOtherSecrets || changesWhatIsChecked(each.before, each.after))),
	);
	await makeAllDueNow(
		tx,
		due.map(({ before, after: { intervalSeconds, timeoutSeconds } }) => {
			return { id: before.id, intervalSeconds, timeoutSeconds };
		}),
		now,
	);
	const paused = keysOf(others.filter(isPaused));
	if (paused.length > 0) await pauseChecks(tx, paused, now);
	const left = keysOf(changing.filter(isPaused));
	if (left.length > 0) await linkAnew(tx, left, now);
	return success(await monitorsOfKeys(tx, keysOf(changing), now));
}

interface Changing {
	readonly before: Monitor;
	readonly after: MonitorSettings;
	readonly isEnabled: boolean;
	/** The column; undefined: stays. */
	readonly encrypted: string | null | undefined;
	readonly hasOtherSecrets: boolean;
}

function keysOf(changing: readonly Pick<Changing, "before">[]): readonly number[] {
	return changing.map(({ before }) => before.id);
}

function isResumed({ before, isEnabled }: Changing): boolean {
	return isEnabled && before.enabledAt === null;
}

function isPaused({ before, isEnabled }: Changing): boolean {
	return !isEnabled && before.enabledAt !== null;
}

function isOfJob({ after }: Changing): boolean {
	return after.settings.type === "cron";
}

/** Of a job: whether its runs are others, or are expected from now on or no more. */
function expectsOthers(each: Changing): boolean {
	const [before, after] = [each.before.settings, each.after.settings];
	if (isResumed(each) || isPaused(each)) return true;
	return before.type === "cron" && after.type === "cron" && !expectsSameRuns(before, after);
}

interface SecretsAfter {
	readonly settings: TypeSettings;
	readonly encrypted: string | null;
	readonly hasOtherSecrets: boolean;
}

/** The settings with their secrets: those that are not given anew are kept. */
function secretsAfter(
	before: Monitor,
	wanted: TypeSettings,
	encrypted: string | null,
	box: SecretBox | null,
): Result<SecretsAfter, Problem<"invalid">> {
	const known = decryptSecrets({ public_id: before.publicId, encrypted }, box);
	const settings = keepingSecrets(wanted, before.settings, known);
	const complete = requireSecrets(settings);
	if (isFailure(complete)) return complete;
	const { secrets } = withoutSecrets(settings);
	const hasOtherSecrets = JSON.stringify(secrets) !== JSON.stringify(known);
	return success({
		settings,
		hasOtherSecrets,
		encrypted: hasOtherSecrets ? encryptSecrets(secrets, before.publicId, box) : encrypted,
	});
}

/** Another target has another certificate. A new name alone is no other target. */
function leadsElsewhere({ before, after }: Changing): boolean {
	return targetOf(after.settings, before.name) !== targetOf(before.settings, before.name);
}
