/** The button. A link that looks like a button is `ButtonLink`. */

import { createLink, type LinkComponent } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../class-names.ts";

interface ButtonLook {
	/** strong: the one main action of a page. danger: deletes. quiet: without a frame. */
	readonly look?: "strong" | "plain" | "quiet" | "danger" | undefined;
	readonly icon?: ReactNode;
	/** The key that does the same, shown as a hint. */
	readonly hotkey?: string | undefined;
}

const LOOKS = {
	strong: "border-text bg-text text-on-strong hover:opacity-90",
	plain: "border-line bg-panel text-text hover:bg-hover",
	quiet: "border-transparent text-muted hover:bg-hover hover:text-text",
	danger: "border-down bg-panel text-down hover:bg-down-wash",
} as const;

export function buttonClass(look: NonNullable<ButtonLook["look"]> = "plain"): string {
	return classNames(
		"inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-control border px-3 font-semibold whitespace-nowrap",
		"select-none disabled:opacity-50",
		LOOKS[look],
	);
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
	ButtonLook & { ref?: Ref<HTMLButtonElement>; busy?: boolean };

export function Button({ look, icon, hotkey, className, children, busy, type = "button", ...rest }: ButtonProps) {
	return (
		<button
			type={type}
			className={classNames(buttonClass(look), className)}
			aria-busy={busy || undefined}
			aria-disabled={busy || undefined}
			{...rest}
			onClick={busy ? (event) => event.preventDefault() : rest.onClick}
		>
			<Contents icon={icon} hotkey={hotkey}>
				{children}
			</Contents>
		</button>
	);
}

function Contents({ icon, hotkey, children }: ButtonLook & { children: ReactNode }) {
	return (
		<>
			{icon}
			{children}
			{hotkey && <Hotkey onButton>{hotkey}</Hotkey>}
		</>
	);
}

/**
 * A key, as it stands on the keyboard. Hidden where there is no keyboard, and from screen readers: `?` lists them
 * all.
 */
export function Hotkey({ children, onButton = false }: { children: ReactNode; onButton?: boolean }) {
	return (
		<kbd
			aria-hidden
			className={classNames(
				"hidden rounded-[4px] border px-1 font-mono text-[11px] leading-4 font-normal md:pointer-fine:inline",
				onButton ? "border-current/25 opacity-80" : "border-line text-muted",
			)}
		>
			{children}
		</kbd>
	);
}

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & ButtonLook & { ref?: Ref<HTMLAnchorElement> };

function Anchor({ look, icon, hotkey, className, children, ...rest }: AnchorProps) {
	return (
		<a className={classNames(buttonClass(look), className)} {...rest}>
			<Contents icon={icon} hotkey={hotkey}>
				{children}
			</Contents>
		</a>
	);
}

const CreatedLink = createLink(Anchor);
export const ButtonLink: LinkComponent<typeof Anchor> = (props) => <CreatedLink {...props} />;
