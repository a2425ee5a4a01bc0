/** Runs one check with the form's settings before saving: shows the verdict, the reason and every phase. */

import { Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/client/api-error.ts";
import { type Trial, tryMonitor } from "../../api/monitors.ts";
import { PhaseBar } from "../../charts/phase-bar.tsx";
import { milliseconds } from "../../format/duration.ts";
import { fullDayText } from "../../format/instant.ts";
import { inWords } from "../../format/words.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { faultText } from "../../ui/states.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { type Draft, trialBodyOf } from "./draft.ts";
import { withScheme } from "./reachable.ts";
import type { MonitorType, TrialPartProps } from "./type.ts";
import { typeOf } from "./types.ts";

interface Props {
	readonly draft: Draft;
	/** Of the monitor that is edited. */
	readonly monitorId: string | undefined;
	/** Called with the draft that is tried, where its address had no scheme. */
	readonly onComplete: (draft: Draft) => void;
	/** What the form's fields are told when the trial was refused; null when it was not. */
	readonly onFault: (fault: unknown) => void;
}

export function TryIt({ draft, monitorId, onComplete, onFault }: Props) {
	const [trial, setTrial] = useState<Trial | null>(null);
	const [fault, setFault] = useState<unknown>(null);
	/** Which scheme was taken, where the address had none. */
	const [said, setSaid] = useState<string | null>(null);
	const [isRunning, setIsRunning] = useState(false);
	const running = useRef<AbortController>(undefined);
	useEffect(() => () => running.current?.abort(), []);

	async function run() {
		running.current?.abort();
		const controller = new AbortController();
		running.current = controller;
		setIsRunning(true);
		setFault(null);
		onFault(null);
		try {
			const { draft: completed, said } = await withScheme(draft, controller.signal);
			onComplete(completed);
			setSaid(said);
			setTrial(await tryMonitor(trialBodyOf(completed, monitorId), controller.signal));
		} catch (error) {
			if (controller.signal.aborted) return;
			setTrial(null);
			// A refused body is shown at the fields; other errors are shown here.
			if (error instanceof ApiError && error.details.length > 0) onFault(error);
			else setFault(error);
		} finally {
			if (!controller.signal.aborted) setIsRunning(false);
		}
	}

	return (
		<div>
			<Button onClick={run} busy={isRunning} icon={<Play size={14} aria-hidden />}>
				{isRunning ? "Trying…" : "Try it"}
			</Button>
			<div role="status">
				{trial && !isRunning && said && <p className="mt-3">{said}</p>}
				{trial && !isRunning && <Outcome trial={trial} own={draft.own} Part={typeOf(draft.type).TrialPart} />}
				{fault !== null && (
					<Notice tone="down" className="mt-3">
						{faultText(fault)}
					</Notice>
				)}
			</div>
		</div>
	);
}

const TONES = { up: "calm", degraded: "degraded", down: "down", missed: "calm" } as const;

function Outcome({ trial, own, Part }: TrialPartProps & { Part: MonitorType["TrialPart"] }) {
	const { verdict, message, reason, phase, responseStatus, responseTimeMs, phases, address, certificate } = trial;
	const facts = [
		trial.location ? `tried from ${trial.location}` : null,
		responseStatus === null ? null : `status ${responseStatus}`,
		responseTimeMs === null ? null : `in ${milliseconds(responseTimeMs)}`,
		address === null ? null : `from ${address}`,
		certificate === null ? null : `certificate until ${fullDayText(certificate.expiresAt)}`,
	].filter((fact) => fact !== null);
	return (
		<Notice tone={TONES[verdict]} className="mt-3">
			<p>
				<StatusMark status={verdict} /> <span className="text-muted">{facts.join(" · ")}</span>
			</p>
			{verdict !== "up" && (
				<p className="mt-1">
					{message ?? (reason && inWords(reason))}
					{phase && <span className="text-muted"> In the phase {inWords(phase)}.</span>}
				</p>
			)}
			{phases && (
				<div className="mt-3">
					<PhaseBar times={phases} />
				</div>
			)}
			{Part && <Part trial={trial} own={own} />}
		</Notice>
	);
}
