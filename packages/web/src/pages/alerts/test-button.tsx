import { useState } from "react";
import { testAlert } from "../../api/alerts.ts";
import { Button } from "../../ui/button.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";

interface Props {
	readonly alertId: string;
	readonly name: string;
	/** In a row the button is short. */
	readonly inRow?: boolean;
}

/** Sends a test through the channel and shows the result. */
export function TestButton({ alertId, name, inRow = false }: Props) {
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
		<Button
			look={inRow ? "quiet" : "plain"}
			busy={isBusy}
			onClick={test}
			aria-label={inRow ? `Test ${name}` : undefined}
		>
			{isBusy ? "Sending…" : inRow ? "Test" : "Send a test"}
		</Button>
	);
}
