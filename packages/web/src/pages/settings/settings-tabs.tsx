/** The parts of the settings: those of the team, and one's own account. */

import { Link } from "@tanstack/react-router";

export const PART_LABELS = { team: "Team", members: "Members", keys: "API keys", audit: "Audit" } as const;
export type PartName = keyof typeof PART_LABELS;

export function isPartName(text: string): text is PartName {
	return Object.hasOwn(PART_LABELS, text);
}

const TAB =
	"block border-b-2 border-transparent py-2 text-muted hover:text-text aria-[current]:border-text aria-[current]:font-semibold aria-[current]:text-text";

export function SettingsTabs() {
	return (
		<nav aria-label="Settings" className="mb-4 border-b border-line">
			<ul className="-mb-px flex flex-wrap gap-x-5">
				{(Object.keys(PART_LABELS) as PartName[]).map((part) => (
					<li key={part}>
						<Link to="/settings/$part" params={{ part }} className={TAB}>
							{PART_LABELS[part]}
						</Link>
					</li>
				))}
				<li>
					<Link to="/account" className={TAB} activeOptions={{ includeSearch: false }}>
						Account
					</Link>
				</li>
			</ul>
		</nav>
	);
}
