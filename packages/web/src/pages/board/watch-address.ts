/** Creates the first monitor from an address that was typed on the empty board. */

import { createMonitor, type Monitor } from "../../api/monitors.ts";
import { createBodyOf } from "../monitor-form/draft.ts";
import { draftOfAddress } from "../monitor-form/reachable.ts";

export interface Watched {
	readonly monitor: Monitor;
	/** What was found out of the address, as a sentence. */
	readonly said: string | null;
}

export async function watchAddress(address: string): Promise<Watched> {
	const { draft, said } = await draftOfAddress(address);
	return { monitor: await createMonitor(createBodyOf(draft)), said };
}
