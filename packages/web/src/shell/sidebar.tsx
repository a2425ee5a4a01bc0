/** The menu: a column at the left, or a sheet on a phone. */

import { useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { Monitor, Moon, Search, Sun } from "lucide-react";
import { boardQuery } from "../api/board.ts";
import { switchTeam } from "../api/people/team-choice.ts";
import { counted } from "../format/words.ts";
import { useConnection } from "../live/live.tsx";
import { Hotkey } from "../ui/buttons/button.tsx";
import { IconButton } from "../ui/buttons/icon-button.tsx";
import { Logo } from "./logo.tsx";
import { useDownCount } from "./page-title.ts";
import { placesFor } from "./places.ts";
import { useSignedIn } from "./session.tsx";
import { PALETTE_KEYS } from "./shortcuts.ts";
import { chooseTheme, type Theme, useTheme } from "./theme.ts";

export function Sidebar({ onNavigate, onSearch }: { onNavigate?: () => void; onSearch: () => void }) {
	const { team } = useSignedIn();
	const down = useDownCount();
	/** The place that a page below no place's own address belongs to. */
	const at = useRouterState({
		select: ({ location: { pathname } }) =>
			pathname.startsWith("/monitors") ? "/" : pathname === "/account" ? "/settings" : undefined,
	});
	const places = placesFor(team.scopes);
	return (
		<div className="flex h-full flex-col px-3 py-4">
			<Link to="/" onClick={onNavigate} className="mb-3 flex items-center gap-2 px-2 py-1 text-lead font-semibold">
				<Logo className="size-4.5" />
				Lapwing
			</Link>
			<button
				type="button"
				onClick={onSearch}
				className="mb-3 flex h-8 items-center gap-2 rounded-control border border-line px-2 text-muted hover:bg-hover"
			>
				<Search size={14} aria-hidden />
				<span className="flex-1 text-left">Go to…</span>
				<Hotkey>{PALETTE_KEYS}</Hotkey>
			</button>
			<nav aria-label="Main">
				<ul className="space-y-0.5">
					{places.map(({ label, to }) => (
						<li key={to} className={to === "/settings" ? "mt-4" : ""}>
							<Link
								to={to}
								onClick={onNavigate}
								activeOptions={{ exact: to === "/", includeSearch: false }}
								{...(to === at && { "aria-current": "page" as const })}
								className="flex h-8 items-center justify-between rounded-control px-2 text-muted hover:bg-hover hover:text-text aria-[current]:bg-selected aria-[current]:font-semibold aria-[current]:text-text"
							>
								{label}
								{to === "/" && down > 0 && (
									<span className="font-semibold text-down">
										{down}
										<span className="sr-only"> down</span>
									</span>
								)}
							</Link>
						</li>
					))}
				</ul>
			</nav>
			<Footer onNavigate={onNavigate} />
		</div>
	);
}

function Footer({ onNavigate }: { onNavigate: (() => void) | undefined }) {
	const { session, team } = useSignedIn();
	return (
		<div className="mt-auto space-y-2 border-t border-line pt-3">
			<div className="flex items-center justify-between gap-1">
				<Link
					to="/account"
					onClick={onNavigate}
					className="min-w-0 flex-1 truncate rounded-control px-2 py-1.5 font-semibold hover:bg-hover"
				>
					{session.user.name}
				</Link>
				<ThemeButton />
			</div>
			<div className="px-2 text-muted">
				{session.teams.length > 1 ? (
					<select
						aria-label="Team"
						value={team.slug}
						onChange={(event) => switchTeam(event.target.value)}
						className="control mb-2 w-full text-text"
					>
						{session.teams.map(({ slug, name }) => (
							<option key={slug} value={slug}>
								{name}
							</option>
						))}
					</select>
				) : null}
				<p className="truncate">{session.teams.length > 1 ? team.role : `${team.name} · ${team.role}`}</p>
				<ConnectionLine />
			</div>
		</div>
	);
}

const CONNECTION_WORDS = { connecting: "connecting", live: "live", lost: "not live" } as const;

function ConnectionLine() {
	const { data: total } = useQuery({ ...boardQuery, enabled: false, select: (board) => board.counts.total });
	const connection = useConnection();
	return (
		<p className="truncate">
			{total === undefined ? "" : `${counted(total, "monitor")} · `}
			<span className={connection === "lost" ? "font-semibold text-degraded" : ""}>{CONNECTION_WORDS[connection]}</span>
		</p>
	);
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: Monitor, light: Sun, dark: Moon };

function ThemeButton() {
	const theme = useTheme();
	const Icon = ICONS[theme];
	return (
		<IconButton label={`Theme: ${theme}. Switch to ${NEXT[theme]}`} onClick={() => chooseTheme(NEXT[theme])}>
			<Icon size={15} aria-hidden />
		</IconButton>
	);
}
