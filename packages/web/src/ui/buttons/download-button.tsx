import { Download } from "lucide-react";
import { useState } from "react";
import { toastFault } from "../toasts.tsx";
import { Button } from "./button.tsx";

interface Props {
	/** Reads the whole file. */
	readonly read: () => Promise<File>;
	readonly children: string;
}

/** Reads a file and hands it to the browser, which stores it where its user wants. */
export function DownloadButton({ read, children }: Props) {
	const [isBusy, setIsBusy] = useState(false);
	async function download() {
		setIsBusy(true);
		try {
			save(await read());
		} catch (fault) {
			toastFault(fault);
		}
		setIsBusy(false);
	}
	return (
		<Button icon={<Download size={14} aria-hidden />} busy={isBusy} onClick={download}>
			{children}
		</Button>
	);
}

function save(file: File): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(file);
	link.download = file.name;
	link.click();
	URL.revokeObjectURL(link.href);
}
