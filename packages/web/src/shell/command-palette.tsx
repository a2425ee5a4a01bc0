/** The command palette: one field that finds pages, actions and monitors. */

import { Dialog as Base } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react";
import { boardQuery } from "../api/board.ts";
import { type Scope, signOutTo } from "../api/people/session.ts";
import { classNames } from "../ui/class-names.ts";
import { useFocusAfter } from "../ui/dialog/focus-after.ts";
import { StatusShape, shownStatus } from "../ui/status-mark.tsx";
import { matchRank } from "./match-rank.ts";
import { placesFor } from "./places.ts";
import { useSignedIn } from "./session.tsx";
import { chooseTheme } from "./theme.ts";

interface Command {
	readonly id: string;
	readonly label: string;
	readonly about?: string;
	readonly icon?: ReactNode;
	readonly run: () => void;
}

const MAX_MONITORS = 20;

export default function CommandPalette({ onClose }: { onClose: () => void }) {
	const [text, setText] = useState("");
	const [active, setActive] = useState(0);
	const listId = useId();
	const focusAfter = useFocusAfter();
	const found = useCommands(text);

	function run(command: Command | undefined) {
		if (!command) return;
		onClose();
		command.run();
	}
	function onKeyDown(event: KeyboardEvent) {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined) {
			event.preventDefault();
			const next = (active + step + found.length) % Math.max(1, found.length);
			setActive(next);
			document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
		}
		if (event.key === "Enter") {
			event.preventDefault();
			run(found[active]);
		}
	}

	return (
		<Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
			<Base.Portal>
				<Base.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
				<Base.Popup
					finalFocus={focusAfter}
					className="card fixed top-[14dvh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-[560px] -translate-x-1/2 overflow-hidden shadow-(--shadow)"
				>
					<Base.Title className="sr-only">Go to</Base.Title>
					<input
						ref={focusNow}
						role="combobox"
						aria-expanded="true"
						aria-controls={listId}
						aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
						aria-label="Search places, actions and monitors"
						placeholder="Search places, actions and monitors"
						autoComplete="off"
						spellCheck={false}
						value={text}
						onChange={(event) => {
							setText(event.target.value);
							setActive(0);
						}}
						onKeyDown={onKeyDown}
						className="h-12 w-full border-b border-line bg-transparent px-4 text-lead outline-none"
					/>
					<div id={listId} role="listbox" aria-label="Found" className="max-h-[50dvh] overflow-y-auto p-1">
						{found.map((command, index) => (
							<div
								key={command.id}
								id={`${listId}-${index}`}
								role="option"
								tabIndex={-1}
								aria-selected={index === active}
								onMouseMove={() => setActive(index)}
								onClick={() => run(command)}
								onKeyDown={onKeyDown}
								className="flex h-9 cursor-pointer items-center gap-3 rounded-control px-3 aria-selected:bg-selected"
							>
								<span className="flex w-3 justify-center">{command.icon}</span>
								<span className="words min-w-0 flex-1 truncate">{command.label}</span>
								{command.about && (
									<span
										className={classNames(
											"max-w-[50%] truncate text-small text-muted",
											command.icon !== undefined && "font-mono",
										)}
									>
										{command.about}
									</span>
								)}
							</div>
						))}
					</div>
					{found.length === 0 && <p className="px-4 pb-4 text-muted">Nothing matches “{text}”.</p>}
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	);
}

/** As it is drawn, for those who type on: the dialog gives the focus a moment later. */
function focusNow(field: HTMLInputElement | null): void {
	field?.focus();
}

function useCommands(text: string): readonly Command[] {
	const { team } = useSignedIn();
	const navigate = useNavigate();
	const { data: board } = useQuery({ ...boardQuery, enabled: false });
	return useMemo(() => {
		const wanted = text.trim().toLowerCase();
		const may = (scope: Scope) => team.scopes.includes(scope);
		const places = placesFor(team.scopes).map(
			({ label, to }): Command => ({ id: to, label, about: "Place", run: () => void navigate({ to }) }),
		);
		const action = (label: string, run: () => void): Command => ({ id: label, label, about: "Action", run });
		const actions = [
			may("monitors:write") && action("New monitor", () => void navigate({ to: "/monitors/new" })),
			may("alerts:write") && action("New alert", () => void navigate({ to: "/alerts/new" })),
			may("incidents:write") &&
				action("Open an incident", () => void navigate({ to: "/incidents", search: { open: true } })),
			may("maintenance:write") &&
				action("Plan maintenance", () => void navigate({ to: "/maintenance", search: { plan: true } })),
			action("Account, passkeys and sessions", () => void navigate({ to: "/account" })),
			action("Theme: light", () => chooseTheme("light")),
			action("Theme: dark", () => chooseTheme("dark")),
			action("Theme: as the system", () => chooseTheme("system")),
			action("Sign out", () => void signOutTo()),
		].filter((each) => each !== false);
		const commands = [...places, ...actions]
			.map((command) => ({ command, rank: matchRank(command.label, wanted) ?? -1 }))
			.filter(({ rank }) => rank >= 0)
			.toSorted((a, b) => a.rank - b.rank)
			.map(({ command }) => command);
		if (wanted === "") return commands;
		const monitors: Command[] = [];
		for (const monitor of board?.monitors ?? []) {
			if (monitors.length === MAX_MONITORS) break;
			if (!monitor.searched.includes(wanted)) continue;
			monitors.push({
				id: monitor.id,
				label: monitor.name,
				about: monitor.target,
				icon: <StatusShape status={shownStatus(monitor)} />,
				run: () => void navigate({ to: "/monitors/$id", params: { id: monitor.id } }),
			});
		}
		return [...commands, ...monitors];
	}, [text, team, board, navigate]);
}
