import type { ReactNode } from "react";
import { Logo } from "../../shell/logo.tsx";

/** The frame of pages for those who are not signed in. */
export function OpenPage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<main className="mx-auto flex min-h-dvh max-w-[360px] flex-col justify-center px-4 py-12 [&_button[type=submit]]:h-10 [&_button[type=submit]]:w-full">
			<div className="mb-6 flex items-center gap-2 text-lead font-semibold">
				<Logo className="size-5" />
				Lapwing
			</div>
			<h1 className="mb-5 text-title">{title}</h1>
			{children}
		</main>
	);
}
