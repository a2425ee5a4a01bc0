/** The steps of a flow, one below the other: what came of each in a run, how long it took, and when it took place. */

import type { ReactNode } from "react";
import type { StepSeen } from "../api/history.ts";
import { milliseconds } from "../format/duration.ts";
import { StatusShape } from "../ui/status-mark.tsx";
import { PHASE_LOOKS } from "./phases.ts";

interface Props {
	/** The steps of the flow, those that were not run among them. */
	readonly steps: readonly { readonly name: string; readonly request?: string }[];
	/** The steps that were run; null when no run is known. */
	readonly seen: readonly StepSeen[] | null;
	/** Of the run: when it is down, the step that was run last failed. */
	readonly verdict: "up" | "degraded" | "down" | "missed";
}

export function StepList({ steps, seen, verdict }: Props) {
	const run = seen ?? [];
	const totalMs = run.reduce((sum, { timeMs }) => sum + timeMs, 0);
	const startMs = (index: number) => run.slice(0, index).reduce((sum, { timeMs }) => sum + timeMs, 0);
	return (
		<ol aria-label="Steps">
			{run.map((step, index) => {
				const failed = verdict === "down" && index === run.length - 1;
				return (
					<Step key={step.name} number={index + 1} name={step.name} status={failed ? "down" : "up"}>
						<span className={failed ? "font-semibold text-down" : "text-muted"}>
							{failed && "failed, "}
							{step.responseStatus === null ? "no answer" : `status ${step.responseStatus}`}
						</span>
						<span className="w-16 text-right">{milliseconds(step.timeMs)}</span>
						<Details>
							<Request text={steps[index]?.name === step.name ? steps[index]?.request : undefined} />
							<StepBar step={step} startMs={startMs(index)} totalMs={totalMs} />
							<SavedValues saved={step.saved ?? []} />
						</Details>
					</Step>
				);
			})}
			{steps.slice(run.length).map(({ name, request }, index) => (
				<Step key={name} number={run.length + index + 1} name={name} status="pending">
					{seen !== null && <span className="text-muted">not run</span>}
					<Details>
						<Request text={request} />
					</Details>
				</Step>
			))}
		</ol>
	);
}

interface StepProps {
	readonly number: number;
	readonly name: string;
	readonly status: "up" | "down" | "pending";
	readonly children: ReactNode;
}

function Step({ number, name, status, children }: StepProps) {
	return (
		<li className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2 last:border-0">
			<span className="min-w-0 flex-1 font-semibold">
				<StatusShape status={status} className="mr-2" />
				{number}. {name}
			</span>
			{children}
		</li>
	);
}

/** Below the line of its step. */
function Details({ children }: { children: ReactNode }) {
	return <div className="basis-full pl-[17px]">{children}</div>;
}

function Request({ text }: { text: string | undefined }) {
	return text === undefined ? null : <p className="font-mono text-small break-all text-muted">{text}</p>;
}

/** The phases of the step, where in the run they took place. */
function StepBar({ step, startMs, totalMs }: { step: StepSeen; startMs: number; totalMs: number }) {
	if (totalMs === 0) return null;
	const phases = PHASE_LOOKS.map((look) => ({ ...look, ms: step.phases[look.phase] ?? 0 })).filter(({ ms }) => ms > 0);
	const widthOf = (ms: number) => ({ width: `${(ms / totalMs) * 100}%` });
	return (
		<div aria-hidden="true" className="mt-1 flex h-1.5 overflow-hidden rounded-mark bg-nothing-calm">
			<div style={widthOf(startMs)} />
			{phases.map(({ phase, ms, swatch }) => (
				<div key={phase} className={swatch} style={widthOf(ms)} />
			))}
		</div>
	);
}

function SavedValues({ saved }: { saved: NonNullable<StepSeen["saved"]> }) {
	if (saved.length === 0) return null;
	return (
		<dl className="mt-1 text-small">
			{saved.map(({ name, value }) => (
				<div key={name} className="flex gap-2">
					<dt className="text-muted">saved {name}</dt>
					<dd className="min-w-0 font-mono break-all">{value === "" ? "(empty)" : value}</dd>
				</div>
			))}
		</dl>
	);
}
