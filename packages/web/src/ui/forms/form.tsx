/**
 * A form as the API sees it: its values are the request's body, and a fault's JSON Pointers lead to the fields that
 * they are about. What no field shows stands above the buttons. Nothing is judged twice: the API is the one judge.
 */

import {
	createContext,
	type FormEvent,
	type ReactNode,
	use,
	useCallback,
	useEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { ApiFault } from "../../api/fault.ts";
import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { DialogClose } from "../dialog/dialog-close.ts";
import { Notice } from "../notice.tsx";
import { faultText } from "../states.tsx";

interface Errors {
	/** The message about the member that a pointer names, or about one inside of it. */
	about(pointer: string): string | null;
	claim(pointer: string): () => void;
}

const ErrorsContext = createContext<Errors>({ about: () => null, claim: () => () => {} });

/** Where in the body a value stands, as a JSON Pointer; several when the field asks for several members. */
export type Pointer = string | readonly string[];

/** The message of the API about a member of the body; and says that this field shows it. */
export function useFieldError(pointer: Pointer | undefined): string | null {
	const { claim, about } = use(ErrorsContext);
	// As one text, which stays the same when the list is made anew.
	const joined = typeof pointer === "object" ? pointer.join(" ") : pointer;
	useEffect(() => {
		const ends = joined?.split(" ").map(claim);
		return () => {
			for (const end of ends ?? []) end();
		};
	}, [claim, joined]);
	const messages = joined?.split(" ").map(about) ?? [];
	return messages.find((message) => message !== null) ?? null;
}

interface Other {
	/** What it was refused for; null when it was not. */
	readonly fault: unknown;
}

const NO_OTHER: Other = { fault: null };

interface Props {
	readonly children: ReactNode;
	/** Sends the body; throws what the API answered. */
	readonly onSubmit: () => Promise<void>;
	readonly submitLabel: string;
	readonly submitLook?: "strong" | "plain" | "danger";
	/** Beside the submit button. */
	readonly actions?: ReactNode;
	readonly className?: string;
	readonly label?: string;
	/** What came of another request with the same body: a new one takes the place of what was refused before. */
	readonly other?: Other;
}

export function Form({
	children,
	onSubmit,
	submitLabel,
	submitLook = "strong",
	actions,
	className,
	label,
	other = NO_OTHER,
}: Props) {
	const form = useRef<HTMLFormElement>(null);
	const [fault, setFault] = useState<unknown>(null);
	const [isSending, setIsSending] = useState(false);
	const { errors, generalError } = useErrors(fault);
	const close = use(DialogClose);

	useEffect(() => setFault(other.fault), [other]);
	useEffect(() => {
		if (fault === null) return;
		const wrong = [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
		for (const each of wrong) unfold(each);
		wrong[0]?.focus();
	}, [fault]);

	async function submit(event: FormEvent) {
		event.preventDefault();
		if (isSending) return;
		setIsSending(true);
		setFault(null);
		try {
			await onSubmit();
		} catch (error) {
			setFault(error);
		} finally {
			setIsSending(false);
		}
	}

	const general = fault === null ? null : generalError(fault);
	return (
		<ErrorsContext value={errors}>
			<form ref={form} onSubmit={submit} noValidate className={className} aria-label={label}>
				{children}
				{general && (
					<Notice tone="down" role="alert" className="mt-4">
						{general}
					</Notice>
				)}
				<div className={classNames("mt-6 flex flex-wrap items-center gap-2", close && "justify-end")}>
					{close && <Button onClick={close}>Cancel</Button>}
					<Button type="submit" look={submitLook} busy={isSending}>
						{submitLabel}
					</Button>
					{actions}
				</div>
			</form>
		</ErrorsContext>
	);
}

/** Opens every folded part of the form that `element` is in. */
function unfold(element: HTMLElement): void {
	for (let part = element.closest("details"); part; part = part.parentElement?.closest("details") ?? null) {
		part.open = true;
	}
}

function useErrors(fault: unknown) {
	const shownPointers = useRef(new Set<string>());
	const claim = useCallback((pointer: string) => {
		shownPointers.current.add(pointer);
		return () => {
			shownPointers.current.delete(pointer);
		};
	}, []);
	const details = fault instanceof ApiFault ? fault.details : NONE;
	const errors = useMemo<Errors>(() => {
		const about = (pointer: string) => details.find(({ path }) => isWithin(path, pointer))?.message ?? null;
		return { claim, about };
	}, [details, claim]);
	function generalError(fault: unknown): ReactNode {
		if (details.length === 0) return faultText(fault);
		const left = details.filter(({ path }) => ![...shownPointers.current].some((pointer) => isWithin(path, pointer)));
		if (left.length === 0) return null;
		return left.map(({ path, message }) => (
			<p key={path + message}>
				{path === "" ? "" : <code className="font-mono">{path}</code>} {message}
			</p>
		));
	}
	return { errors, generalError };
}

const NONE: ApiFault["details"] = [];

/** Whether a fault at `path` is shown by the field of `pointer`: at it, or inside of it. */
function isWithin(path: string, pointer: string): boolean {
	return path === pointer || path.startsWith(`${pointer}/`);
}
