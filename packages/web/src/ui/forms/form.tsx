/**
 * A form as the API sees it: its values are the request's body, and a fault's JSON Pointers lead to the fields that
 * they are about. What no field shows stands above the buttons. Nothing is judged twice: the API is the one judge. A
 * message goes away once its field is changed; whether it was mended, the next answer says.
 */

import {
	createContext,
	type FormEvent,
	type ReactNode,
	use,
	useCallback,
	useEffect,
	useId,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { ApiError } from "../../api/client/api-error.ts";
import { Button } from "../buttons/button.tsx";
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

/** Marks the element of a field, or of a list of them, with its pointers, apart by spaces. */
const MARK = "data-pointer";

/**
 * The message of the API about a member of the body; what marks the element of the field that shows it; and what says
 * to screen readers that the control which gets the focus, the first of a group, is wrong and why, by the element of
 * `aboutId`.
 */
export function useFieldError(pointer: Pointer | undefined) {
	const { claim, about } = use(ErrorsContext);
	const aboutId = useId();
	// As one text, which stays the same when the list is made anew.
	const joined = typeof pointer === "object" ? pointer.join(" ") : pointer;
	useEffect(() => {
		const ends = joined?.split(" ").map(claim);
		return () => {
			for (const end of ends ?? []) end();
		};
	}, [claim, joined]);
	const messages = joined?.split(" ").map(about) ?? [];
	const error = messages.find((message) => message !== null) ?? null;
	const invalid = error === null ? {} : ({ "aria-invalid": true, "aria-describedby": aboutId } as const);
	return { error, marked: { [MARK]: joined }, invalid, aboutId };
}

/** The message that the field of a pointer shows, for what would say the same elsewhere. */
export function useShownError(pointer: string): string | null {
	return use(ErrorsContext).about(pointer);
}

const SubmitLabelContext = createContext<string | null>(null);

/** Names the submit button of the forms inside, in place of their own words. */
export const SubmitLabel = SubmitLabelContext.Provider;

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
	const [isSending, setIsSending] = useState(false);
	const { fault, errors, general, show, mend } = useErrors();
	const close = use(DialogClose);
	const shownLabel = use(SubmitLabelContext) ?? submitLabel;

	useEffect(() => show(other.fault), [show, other]);
	// With the message, so that nobody types into another field in between.
	useLayoutEffect(() => {
		if (fault === null) return;
		const wrong = [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
		for (const each of wrong) unfold(each);
		wrong[0]?.focus();
	}, [fault]);

	async function submit(event: FormEvent) {
		event.preventDefault();
		if (isSending) return;
		setIsSending(true);
		show(null);
		try {
			await onSubmit();
		} catch (error) {
			show(error);
		} finally {
			setIsSending(false);
		}
	}

	function changed({ target }: FormEvent) {
		if (target instanceof HTMLElement) mend(changedPointers(target));
	}

	return (
		<ErrorsContext value={errors}>
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click the buttons of items too; the form is no button. */}
			<form
				ref={form}
				onSubmit={submit}
				onChange={changed}
				onClick={({ target }) => target instanceof Element && mend(movedPointers(target))}
				noValidate
				className={className}
				aria-label={label}
			>
				{children}
				{general && (
					<Notice tone="down" role="alert" className="mt-4">
						{general}
					</Notice>
				)}
				<div className={classNames("mt-6 flex flex-wrap items-center gap-2", close && "justify-end")}>
					{close && <Button onClick={close}>Cancel</Button>}
					<Button type="submit" look={submitLook} busy={isSending}>
						{shownLabel}
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

function pointersOf(element: Element | null | undefined): string[] {
	return element?.getAttribute(MARK)?.split(" ") ?? [];
}

/** Of the fields whose messages a change may have mended: of a choice also those beside it, which mean what it says. */
function changedPointers(control: HTMLElement): string[] {
	const isText = control.matches("textarea, input:not([type=checkbox], [type=radio])");
	const fields = isText ? [] : (control.closest("fieldset, [data-item]")?.querySelectorAll(`[${MARK}]`) ?? []);
	return [control.closest(`[${MARK}]`), ...fields].flatMap(pointersOf);
}

/** Of the list whose items stand in other places after a click on one of their buttons. */
function movedPointers(clicked: Element): string[] {
	return pointersOf(clicked.closest("[data-remove], [data-move]")?.closest(`[${MARK}]`));
}

interface Shown {
	readonly fault: unknown;
	/** The messages that no change has mended yet. */
	readonly details: ApiError["details"];
	/** What no field shows. */
	readonly general: ReactNode;
}

const NOTHING: Shown = { fault: null, details: [], general: null };

function useErrors() {
	const shownPointers = useRef(new Set<string>());
	const claim = useCallback((pointer: string) => {
		shownPointers.current.add(pointer);
		return () => {
			shownPointers.current.delete(pointer);
		};
	}, []);
	const [shown, setShown] = useState(NOTHING);
	const show = useCallback((fault: unknown) => {
		if (fault === null) return setShown(NOTHING);
		const details = fault instanceof ApiError ? fault.details : [];
		const left = details.filter(({ path }) => !isWithinOne(path, [...shownPointers.current]));
		setShown({ fault, details, general: details.length === 0 ? faultText(fault) : generalMessages(left) });
	}, []);
	const mend = useCallback((pointers: readonly string[]) => {
		setShown((before) => {
			const details = before.details.filter(({ path }) => !isWithinOne(path, pointers));
			return details.length === before.details.length ? before : { ...before, details };
		});
	}, []);
	const { fault, details, general } = shown;
	const errors = useMemo<Errors>(() => {
		const about = (pointer: string) => details.find(({ path }) => isWithin(path, pointer))?.message ?? null;
		return { claim, about };
	}, [details, claim]);
	return { fault, errors, general, show, mend };
}

function generalMessages(details: ApiError["details"]): ReactNode {
	if (details.length === 0) return null;
	return details.map(({ path, message }) => (
		<p key={path + message}>
			{path === "" ? "" : <code className="font-mono">{path}</code>} {message}
		</p>
	));
}

/** Whether a fault at `path` is shown by the field of `pointer`: at it, or inside of it. */
function isWithin(path: string, pointer: string): boolean {
	return path === pointer || path.startsWith(`${pointer}/`);
}

function isWithinOne(path: string, pointers: readonly string[]): boolean {
	return pointers.some((pointer) => isWithin(path, pointer));
}
