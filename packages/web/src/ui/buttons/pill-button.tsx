interface Props {
	readonly pressed: boolean;
	readonly onClick: () => void;
	readonly children: string;
}

/** A choice that is on or off: one of the filters or ranges that stand in a row. */
export function PillButton({ pressed, onClick, children }: Props) {
	return (
		<button
			type="button"
			aria-pressed={pressed}
			onClick={onClick}
			className="h-7 rounded-full border border-line px-3 text-muted hover:bg-hover aria-pressed:border-selected aria-pressed:bg-selected aria-pressed:font-semibold aria-pressed:text-text"
		>
			{children}
		</button>
	);
}
