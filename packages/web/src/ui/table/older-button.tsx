import { Button } from "../button.tsx";

interface Props {
	/** A list that is read page by page, newest first. */
	readonly list: {
		readonly hasNextPage: boolean;
		readonly isFetchingNextPage: boolean;
		readonly fetchNextPage: () => Promise<unknown>;
	};
}

/** Below a list: reads what came before; nothing where nothing did. */
export function OlderButton({ list }: Props) {
	if (!list.hasNextPage) return null;
	return (
		<Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
			Older
		</Button>
	);
}
