/** What each step of a tried flow did. */

import { StepList } from "../../../charts/step-list.tsx";
import type { TrialPartProps } from "../type.ts";
import type { FlowDraft } from "./flow-draft.ts";

export function FlowTrial({ trial, own }: TrialPartProps) {
	if (trial.steps === null) return null;
	return (
		<div className="mt-3">
			<StepList steps={(own as unknown as FlowDraft).steps} seen={trial.steps} verdict={trial.verdict} />
		</div>
	);
}
