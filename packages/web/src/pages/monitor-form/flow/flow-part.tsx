/** The form of a flow: its variables and its steps. */

import type { OwnPartProps } from "../type.ts";
import type { FlowDraft } from "./flow-draft.ts";
import { StepList } from "./step-list.tsx";
import { VariableFields } from "./variable-fields.tsx";

export function FlowPart({ own, onChange }: OwnPartProps) {
	const flow = own as unknown as FlowDraft;
	return (
		<>
			<StepList flow={flow} onChange={(steps) => onChange("steps", steps)} />
			<VariableFields variables={flow.variables} onChange={(variables) => onChange("variables", variables)} />
		</>
	);
}
