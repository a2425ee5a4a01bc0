import { LIMITS } from "../../../api/client/limits.ts";
import type { MonitorOf } from "../../../api/monitors.ts";
import { counted } from "../../../format/words.ts";
import type { Values } from "../../../ui/forms/spec-fields.tsx";
import { type FlowDraft, flowDraftOf, flowSettingsOf, newFlow } from "../flow/flow-draft.ts";
import { FlowPart } from "../flow/flow-part.tsx";
import { FlowTrial } from "../flow/flow-trial.tsx";
import type { MonitorType } from "../type.ts";

const flowOf = (own: Values) => own as unknown as FlowDraft;

export const flow: MonitorType<MonitorOf<"flow">> = {
	about:
		"Sends several requests, one after the other, such as signing in and reading a page. The first that fails ends the run. " +
		"Cookies last for the run.",
	fields: [],
	OwnPart: FlowPart,
	TrialPart: FlowTrial,
	initialOwn: newFlow(),
	maxIntervalSeconds: LIMITS.FlowMonitorCreate.intervalSeconds.max,
	speaksTls: (own) => flowOf(own).steps.some(({ url }) => /^https:/i.test(url)),
	hasContentChecks: false,
	nameOf: (own) => {
		const { steps } = flowOf(own);
		const host = URL.parse(steps[0]?.url ?? "")?.hostname;
		return host ? `${host}, ${counted(steps.length, "step")}` : "";
	},
	// An address alone is that of a page.
	read: () => null,
	ownOf: flowDraftOf,
	settingsOf: (own) => flowSettingsOf(flowOf(own)),
};
