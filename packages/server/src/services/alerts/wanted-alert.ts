/** What owners choose of an alert. */

import { type Result, success } from "@lapwing/result";
import type { Alert } from "../../domain/alerts/alert.ts";
import type { AlertRules } from "../../domain/alerts/alert-rules.ts";
import type { ChannelBody } from "../../domain/alerts/channels.ts";
import type { Escalation } from "../../domain/alerts/escalation.ts";
import type { Problem } from "../../domain/problem.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Deps } from "../change.ts";
import { namedMonitors } from "../monitors/named-monitors.ts";
import type { AddressRule } from "../refused-address.ts";
import type { MailServerRule } from "./mail-server.ts";

export interface WantedAlert extends AlertRules {
	readonly name: string;
	readonly channel: ChannelBody;
	/** `mon_…`; null: every monitor of the team. */
	readonly monitorIds: readonly string[] | null;
	readonly isEnabled: boolean;
	/** Null, or left out of a new alert: nothing is escalated. */
	readonly escalation?: Escalation<ChannelBody> | null;
}

export type AlertDeps = Pick<Deps, "now"> & AddressRule & MailServerRule & { readonly secretBox: SecretBox };

/** As audit events name it. */
export function objectOf({ publicId, name }: Alert) {
	return { object: "alert", id: publicId, name };
}

/** The keys of the wanted monitors; none for every monitor of the team. */
export async function monitorsOf(
	tx: Tx,
	teamId: number,
	monitorIds: WantedAlert["monitorIds"],
): Promise<Result<readonly number[], Problem<"invalid">>> {
	return monitorIds === null ? success([]) : namedMonitors(tx, teamId, monitorIds);
}
