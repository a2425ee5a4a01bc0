export function Logo({ className }: { className?: string }) {
	return (
		<svg viewBox="0 0 32 32" aria-hidden="true" className={className} fill="currentColor">
			<path d="M2 20c5-1 8-3 10-6 2-4 5-7 10-7l5-3-2 4 4 1-5 2c-1 7-6 12-14 12-3 0-6-1-8-3z" />
		</svg>
	);
}
