/** The frame around every page of someone who is signed in. */

import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { boardQuery } from "../api/board.ts";
import { ApiError } from "../api/client/api-error.ts";
import { sessionQuery } from "../api/people/session.ts";
import { currentTeam } from "../api/people/team-choice.ts";
import { Live, useConnection } from "../live/live.tsx";
import { IconButton } from "../ui/buttons/icon-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { Logo } from "./logo.tsx";
import { NoTeam } from "./no-team.tsx";
import { useTabIcon } from "./page-title.ts";
import { placesFor } from "./places.ts";
import { SignedInProvider, useSignedIn } from "./session.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { Sidebar } from "./sidebar.tsx";

const CommandPalette = lazy(() => import("./command-palette.tsx"));
const PasswordsOff = lazy(() => import("./passwords-off.tsx"));
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx"));

export function Shell() {
	const { data: session } = useQuery(sessionQuery);
	const team = session?.teams.find(({ slug }) => slug === currentTeam());
	const canRead = team?.scopes.includes("monitors:read") ?? false;
	// Names and counts for the whole shell.
	const { error } = useQuery({ ...boardQuery, enabled: canRead });
	const isRefused = error instanceof ApiError && error.code === "PASSWORDS_OFF";
	if (!session) return null;
	if (!team) return <NoTeam name={session.user.name} />;
	return (
		<SignedInProvider value={{ session, team }}>
			<Live enabled={canRead && !isRefused}>
				<Frame isRefused={isRefused} />
			</Live>
		</SignedInProvider>
	);
}

/** `isRefused`: the team lets nobody in who signed in with a password, as its reader did. */
function Frame({ isRefused }: { isRefused: boolean }) {
	const { team } = useSignedIn();
	const navigate = useNavigate();
	const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
	const menu = useRef<HTMLDialogElement>(null);
	// The account is its reader's, and not the team's.
	const isOnAccount = useRouterState({ select: ({ location }) => location.pathname === "/account" });
	useTabIcon();
	useFocusOnNavigation();

	useEffect(() => {
		function onKeyDown(event: KeyboardEvent) {
			if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
			event.preventDefault();
			setOpen("palette");
		}
		addEventListener("keydown", onKeyDown);
		return () => removeEventListener("keydown", onKeyDown);
	}, []);

	const canWrite = team.scopes.includes("monitors:write");
	useShortcuts({
		...Object.fromEntries(placesFor(team.scopes).map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
		...(canWrite && { n: () => void navigate({ to: "/monitors/new" }) }),
		"?": () => setOpen("shortcuts"),
	});

	return (
		<div className="lg:pl-52">
			<a
				href="#page"
				className="absolute -top-20 left-2 z-50 rounded-control bg-text px-3 py-2 text-on-strong focus:top-2"
			>
				Skip to the page
			</a>
			<header className="fixed inset-y-0 left-0 hidden w-52 border-r border-line lg:block">
				<Sidebar onSearch={() => setOpen("palette")} />
			</header>
			<header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-background px-3 lg:hidden">
				<IconButton label="Menu" onClick={() => menu.current?.showModal()}>
					<MenuIcon size={18} aria-hidden />
				</IconButton>
				<span className="flex flex-1 items-center gap-2 font-semibold">
					<Logo className="size-4.5" />
					Lapwing
				</span>
				<IconButton label="Go to…" onClick={() => setOpen("palette")}>
					<Search size={16} aria-hidden />
				</IconButton>
			</header>
			<dialog
				ref={menu}
				aria-label="Menu"
				className="fixed m-0 h-dvh max-h-none w-64 border-r border-line bg-background text-text backdrop:bg-backdrop"
				onClick={(event) => event.target === menu.current && menu.current.close()}
				onKeyDown={() => {}}
			>
				<Sidebar
					onNavigate={() => menu.current?.close()}
					onSearch={() => {
						menu.current?.close();
						setOpen("palette");
					}}
				/>
			</dialog>
			<main id="page" tabIndex={-1} className="mx-auto max-w-(--page-width) px-4 py-4 outline-none sm:px-7 lg:py-5">
				{isRefused ? null : <ConnectionNotice />}
				{isRefused && !isOnAccount ? (
					<Suspense>
						<PasswordsOff />
					</Suspense>
				) : (
					<Outlet />
				)}
			</main>
			<Toasts />
			<Suspense>
				{open === "palette" && <CommandPalette onClose={() => setOpen(null)} />}
				{open === "shortcuts" && <ShortcutsDialog onClose={() => setOpen(null)} />}
			</Suspense>
		</div>
	);
}

/** A link that is followed leaves the focus at the top of the new page, so that the next Tab goes on from there. */
function useFocusOnNavigation() {
	const path = useRouterState({ select: ({ location }) => location.pathname });
	const before = useRef(path);
	useEffect(() => {
		if (before.current === path) return;
		before.current = path;
		document.getElementById("page")?.focus({ preventScroll: true });
	}, [path]);
}

function ConnectionNotice() {
	const connection = useConnection();
	if (connection !== "lost") return null;
	return (
		<Notice tone="degraded" role="status" className="mb-4">
			<strong>The live connection is lost.</strong> What you see may be old. The page connects again by itself.
		</Notice>
	);
}
