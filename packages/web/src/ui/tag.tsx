export function Tag({ children }: { children: string }) {
	return (
		<span className="inline-block max-w-full truncate rounded-full border border-line px-2 align-middle font-mono text-small text-muted">
			{children}
		</span>
	);
}
