import { useState } from "react";
import { Button } from "../buttons/button.tsx";

interface Props {
	/** A list that is read page by page, newest first. */
	readonly list: {
		readonly hasNextPage: boolean;
		readonly isFetchingNextPage: boolean;
		readonly fetchNextPage: () => Promise<unknown>;
	};
	/** Where not all that was read is shown: shows it first. */
	readonly folded?: Folded<unknown>;
}

/** Below a list: shows or reads what came before; nothing where nothing did. */
export function OlderButton({ list, folded }: Props) {
	if (folded?.isFolded) {
		return (
			<Button className="mt-3" onClick={folded.unfold}>
				Older
			</Button>
		);
	}
	if (!list.hasNextPage) return null;
	return (
		<Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
			Older
		</Button>
	);
}

interface Folded<Item> {
	readonly shown: readonly Item[] | undefined;
	readonly isFolded: boolean;
	readonly unfold: () => void;
}

/** The first `count` of the items that were read, until all of them are asked for: a long list hides what is below. */
export function useFolded<Item>(items: readonly Item[] | undefined, count: number): Folded<Item> {
	const [isLong, setIsLong] = useState(false);
	const isFolded = !isLong && items !== undefined && items.length > count;
	return { shown: isFolded ? items.slice(0, count) : items, isFolded, unfold: () => setIsLong(true) };
}
