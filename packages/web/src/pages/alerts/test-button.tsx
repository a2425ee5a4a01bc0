import { useState } from "react";
import { testAlert } from "../../api/alerts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";

/** At the end of a row: sends a test through the alert as it is saved. */
export function TestButton({ alertId, name }: { alertId: string; name: string }) {
	const [isBusy, setIsBusy] = useState(false);
	async function test() {
		setIsBusy(true);
		try {
			const { status, errorMessage } = await testAlert(alertId);
			if (status === "sent") toast(`The test of ${name} was sent.`);
			else toastFault(new Error(`The test of ${name} failed: ${errorMessage ?? "no reason was given"}`));
		} catch (fault) {
			toastFault(fault);
		}
		setIsBusy(false);
	}
	return (
		<Button look="quiet" busy={isBusy} onClick={test} aria-label={`Test ${name}`}>
			{isBusy ? "Sending…" : "Test"}
		</Button>
	);
}
