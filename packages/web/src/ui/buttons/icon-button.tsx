import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../class-names.ts";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
	/** What it does: its name for screen readers, and its tooltip. */
	readonly label: string;
	readonly children: ReactNode;
	ref?: Ref<HTMLButtonElement>;
};

export function IconButton({ label, children, className, ...rest }: Props) {
	return (
		<button
			type="button"
			aria-label={label}
			title={label}
			className={classNames(
				"inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text",
				className,
			)}
			{...rest}
		>
			{children}
		</button>
	);
}
