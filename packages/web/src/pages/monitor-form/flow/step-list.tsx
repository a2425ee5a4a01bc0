/** The steps of a flow, each a card that can be folded, moved and removed. */

import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { LIMITS } from "../../../api/client/limits.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { MoveButtons } from "../../../ui/forms/item-list.tsx";
import { useItems } from "../../../ui/forms/items.ts";
import { type FlowDraft, insertableNames, newStep, type StepDraft, usualStepName } from "./flow-draft.ts";
import { StepFields } from "./step-fields.tsx";

const MAX_STEPS = LIMITS.FlowMonitorCreate.steps.max;
/** An edited flow of more steps begins folded, as an overview. */
const MAX_UNFOLDED = 2;

interface Props {
	readonly flow: FlowDraft;
	readonly onChange: (steps: readonly StepDraft[]) => void;
}

export function StepList({ flow, onChange }: Props) {
	const { steps } = flow;
	const list = useRef<HTMLFieldSetElement>(null);
	const { add, change, remove, move } = useItems({ list, items: steps, onChange });
	const [moved, setMoved] = useState("");
	const [folded] = useState(() => new Set(steps.length > MAX_UNFOLDED ? steps.map(({ id }) => id) : []));

	function moveStep(step: StepDraft, index: number, by: 1 | -1) {
		move(step.id, by);
		setMoved(`${step.name || "The step"} is step ${index + by + 1} of ${steps.length} now.`);
	}

	return (
		<fieldset ref={list} data-pointer="/steps" className="mb-3">
			<legend className="sr-only">Steps</legend>
			<ol>
				{steps.map((step, index) => (
					<li key={step.id} data-item={step.id} className="card relative mb-3 p-4">
						<div className="absolute top-4 right-3 flex">
							<MoveButtons
								about={`step ${index + 1}`}
								isFirst={index === 0}
								isLast={index === steps.length - 1}
								onMove={(by) => moveStep(step, index, by)}
							/>
							<IconButton
								label={`Remove step ${index + 1}`}
								data-remove
								disabled={steps.length === 1}
								className="disabled:opacity-40"
								onClick={() => remove(step.id)}
							>
								<X size={15} aria-hidden />
							</IconButton>
						</div>
						<details open={!folded.has(step.id)}>
							<summary className="min-h-8 pr-28 leading-8">
								<Title step={step} number={index + 1} usualName={usualStepName(steps, index)} />
							</summary>
							<div className="mt-3">
								<StepFields
									step={step}
									pointer={`/steps/${index}`}
									usualName={usualStepName(steps, index)}
									names={insertableNames(flow, index)}
									onChange={(to) => change(step.id, to)}
								/>
							</div>
						</details>
					</li>
				))}
			</ol>
			<p role="status" className="sr-only">
				{moved}
			</p>
			{steps.length < MAX_STEPS && (
				<Button data-add icon={<Plus size={14} aria-hidden />} onClick={() => add(newStep(steps))}>
					Add a step
				</Button>
			)}
		</fieldset>
	);
}

interface TitleProps {
	readonly step: StepDraft;
	readonly number: number;
	readonly usualName: string;
}

function Title({ step: { name, method, url }, number, usualName }: TitleProps) {
	return (
		<>
			<span className="font-semibold">
				{number}. {name || usualName}
			</span>{" "}
			<span className="font-mono text-small break-all text-muted max-sm:-mr-28 max-sm:block max-sm:truncate max-sm:leading-5">
				{method} {url}
			</span>
		</>
	);
}
