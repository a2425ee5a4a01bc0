/** Sends a test through the channel as it stands in the form, before it is saved, and shows the outcome below. */

import { Send } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type DeliveredTest, testUnsavedAlert } from "../../api/alerts.ts";
import { ApiError } from "../../api/client/api-error.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { faultText } from "../../ui/states.tsx";
import { type AlertDraft, alertTestOf } from "./alert-draft.ts";

interface Props {
	readonly draft: AlertDraft;
	/** Of the alert that is edited: what it keeps secret is sent where the form has nothing. */
	readonly alertId: string | undefined;
	/** What the form's fields are told when the test was refused; null when it was not. */
	readonly onFault: (fault: unknown) => void;
	/** Called with a channel that was tried, whether its test arrived or not. */
	readonly onTried: (channel: AlertDraft["channel"]) => void;
}

interface Outcome {
	/** That was tested: an outcome says nothing about a channel that was changed since. */
	readonly channel: AlertDraft["channel"];
	readonly delivered: DeliveredTest | null;
	readonly fault: unknown;
}

export function ChannelTest({ draft, alertId, onFault, onTried }: Props) {
	const [outcome, setOutcome] = useState<Outcome | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const running = useRef<AbortController>(undefined);
	useEffect(() => () => running.current?.abort(), []);

	async function test() {
		const controller = new AbortController();
		running.current = controller;
		const { channel } = draft;
		setIsBusy(true);
		setOutcome(null);
		onFault(null);
		try {
			const delivered = await testUnsavedAlert(alertTestOf(draft, alertId), controller.signal);
			setOutcome({ channel, delivered, fault: null });
			onTried(channel);
		} catch (fault) {
			if (controller.signal.aborted) return;
			// A refused body is shown at the fields; other errors are shown here.
			if (fault instanceof ApiError && fault.details.length > 0) onFault(fault);
			else setOutcome({ channel, delivered: null, fault });
		}
		setIsBusy(false);
	}

	return (
		<div>
			<Button onClick={() => void test()} busy={isBusy} icon={<Send size={14} aria-hidden />}>
				{isBusy ? "Sending…" : "Send a test"}
			</Button>
			<div role="status">{outcome?.channel === draft.channel && <OutcomeNotice outcome={outcome} />}</div>
		</div>
	);
}

function OutcomeNotice({ outcome: { delivered, fault } }: { outcome: Outcome }) {
	const isSent = delivered?.status === "sent";
	const reason = delivered === null ? faultText(fault) : delivered.errorMessage;
	return (
		<Notice tone={!isSent ? "down" : reason === null ? "calm" : "degraded"} className="mt-3">
			<strong>{isSent ? "The test was sent." : "The test was not sent."}</strong> {reason ?? "Check that it arrived."}
		</Notice>
	);
}
