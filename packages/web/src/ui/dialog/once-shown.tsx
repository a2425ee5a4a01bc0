import { type ReactNode, use } from "react";
import { Button } from "../buttons/button.tsx";
import { CopyField } from "../buttons/copy-field.tsx";
import { DialogClose } from "./dialog-close.ts";

interface Props {
	readonly label: string;
	readonly value: string;
	/** What it is for, and that it is shown only now. */
	readonly children: ReactNode;
}

/** The last page of a dialog that made a secret: the secret, to be copied now or never. */
export function OnceShown({ label, value, children }: Props) {
	const close = use(DialogClose);
	return (
		<>
			<p className="mb-3">{children}</p>
			<CopyField label={label} value={value} />
			{close && (
				<div className="mt-6 flex justify-end">
					<Button look="strong" onClick={close}>
						Done
					</Button>
				</div>
			)}
		</>
	);
}
