/** What a change of settings does to a monitor: to its row, its secrets, its state, and the runs of its job. */

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
import type { Problem } from "../../domain/problem.ts";
import { linkAnew } from "../../storage/causes/dependencies.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { evaluateAgain, expectRuns } from "../../storage/jobs/jobs.ts";
import { encryptedSecrets, monitorOfKey, resetCertificate, writeMonitor } from "../../storage/monitors/monitors.ts";
import { decryptSecrets, encryptSecrets } from "../../storage/monitors/stored-settings.ts";
import { makeDueNow, pauseChecks } from "../../storage/schedule/monitor-states.ts";
import type { Deps } from "../change.ts";
import { changeAddresses } from "./addresses.ts";

interface SecretDeps extends Pick<Deps, "now"> {
	/** Opens and encrypts the secrets of the settings; may be null where they have none. */
	readonly secretBox: SecretBox | null;
}

/**
 * Changes what is given of a locked monitor and leaves the rest. A change of what is checked, and a resumption, make it
 * due at once; a pause stops its checks.
 */
export async function changeMonitor(
	tx: Tx,
	before: Monitor,
	{ isEnabled = before.enabledAt !== null, ...changes }: MonitorChanges,
	{ now, secretBox }: SecretDeps,
): Promise<Result<Monitor, Problem<"invalid">>> {
	const wanted = changed(before, changes);
	// Where nothing of the type's own settings is touched, no secret is, not even one that can't be opened any more.
	const given = changes.settings === undefined ? null : await secretsAfter(tx, before, wanted.settings, secretBox);
	if (given !== null && isFailure(given)) return given;
	const after = given === null ? wanted : { ...wanted, settings: given.data.settings };

	if (given !== null) {
		const addressed = await changeAddresses(tx, before.id, after.settings);
		if (isFailure(addressed)) return addressed;
	}

	const enabledAt = isEnabled ? (before.enabledAt ?? now) : null;
	await writeMonitor(tx, before.id, after, { enabledAt, encrypted: given?.data.encrypted }, now);
	if (leadsElsewhere(before, after)) await resetCertificate(tx, before.id);
	const isResumed = isEnabled && before.enabledAt === null;
	if (before.settings.type === "cron" && after.settings.type === "cron") {
		const isPaused = !isEnabled && before.enabledAt !== null;
		const expectsOthers = isResumed || isPaused || !expectsSameRuns(before.settings, after.settings);
		if (expectsOthers) await expectRuns(tx, [before.id], isEnabled ? now : null);
		else if (isEnabled) await evaluateAgain(tx, before.id, now);
	} else if (isResumed || (isEnabled && (given?.data.areOthers || changesWhatIsChecked(before, after)))) {
		await makeDueNow(tx, before.id, after, now);
	} else if (before.enabledAt !== null && !isEnabled) {
		await pauseChecks(tx, [before.id], now);
	}
	if (before.enabledAt !== null && !isEnabled) await linkAnew(tx, [before.id], now);
	return success(await monitorOfKey(tx, before.id, now));
}

interface SecretsAfter {
	readonly settings: TypeSettings;
	/** The column. */
	readonly encrypted: string | null;
	readonly areOthers: boolean;
}

/** The settings with their secrets: those that are not given anew are kept. */
async function secretsAfter(
	tx: Tx,
	before: Monitor,
	wanted: TypeSettings,
	box: SecretBox | null,
): Promise<Result<SecretsAfter, Problem<"invalid">>> {
	const row = { public_id: before.publicId, encrypted: await encryptedSecrets(tx, before.id) };
	const known = decryptSecrets(row, box);
	const settings = keepingSecrets(wanted, before.settings, known);
	const complete = requireSecrets(settings);
	if (isFailure(complete)) return complete;
	const { secrets } = withoutSecrets(settings);
	const areOthers = JSON.stringify(secrets) !== JSON.stringify(known);
	return success({
		settings,
		areOthers,
		encrypted: areOthers ? encryptSecrets(secrets, before.publicId, box) : row.encrypted,
	});
}

/** Another target has another certificate. A new name alone is no other target. */
function leadsElsewhere(before: Monitor, after: MonitorSettings): boolean {
	return targetOf(after.settings, before.name) !== targetOf(before.settings, before.name);
}
