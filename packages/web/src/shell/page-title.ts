/** The tab: its title names the page and how many monitors are down, its icon turns red while any is. */

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { boardQuery } from "../api/board.ts";

export function useDownCount(): number {
	const { data } = useQuery({ ...boardQuery, enabled: false, select: (board) => board.counts.down });
	return data ?? 0;
}

export function usePageTitle(title: string): void {
	const down = useDownCount();
	useEffect(() => {
		document.title = `${down > 0 ? `(${down}) ` : ""}${title} · Lapwing`;
	}, [title, down]);
}

export function useTabIcon(): void {
	const isTrouble = useDownCount() > 0;
	useEffect(() => {
		const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
		if (link) link.href = isTrouble ? "/icon-trouble.svg" : "/icon-calm.svg";
	}, [isTrouble]);
}
